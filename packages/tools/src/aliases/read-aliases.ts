import type { NamedCall } from "@roo-code/types";
import { type Alias, folderWords, type Input, pathWords, renamed, reword, toNumber, under } from "./alias.ts";

/** Folders often come with a trailing slash. */
export function readFile(input: Input): NamedCall {
  const { start, end, range, ...request } = reword(input, readWords);
  const { path } = request;
  if (typeof path === "string" && /(^|\/)\.?$/.test(path)) return { name: "list_files", input: { path: path || "." } };
  const [rangeStart, rangeEnd] = Array.isArray(range) ? range : [];
  const offset = toNumber(request.offset) ?? toNumber(start) ?? toNumber(rangeStart);
  const last = toNumber(end) ?? toNumber(rangeEnd);
  const lines = last !== undefined && last >= (offset ?? 1) ? last - (offset ?? 1) + 1 : undefined;
  const limit = toNumber(request.limit) ?? lines;
  return {
    name: "read_file",
    input: { ...request, ...(offset !== undefined && { offset }), ...(limit !== undefined && { limit }) },
  };
}

function readManyFiles(input: Input): NamedCall {
  const { paths, ...rest } = reword(input, { paths: ["paths", "files", "filepaths", "include"] });
  const list: unknown[] = Array.isArray(paths) ? paths : [paths];
  const [first, ...others] = list.map((path) => (typeof path === "string" ? { path } : path));
  if (typeof first !== "object" || first === null) return { name: "read_file", input };
  return { name: "read_file", input: { ...rest, ...first, ...(others.length > 0 && { files: others }) } };
}

function listFiles(input: Input): NamedCall {
  const { depth, ...request } = reword(input, {
    path: folderWords,
    recursive: ["recursive"],
    depth: ["depth", "maxdepth"],
  });
  const isDeep = (toNumber(depth) ?? 1) > 1;
  return { name: "list_files", input: { ...request, ...(isDeep && { recursive: true }) } };
}

/** Files by a pattern or part of their path. */
function findFiles(input: Input): NamedCall {
  const words = { path: folderWords, pattern: ["pattern", "globpattern", "glob", "query", "filename", "name"] };
  const { pattern, ...request } = reword(input, words);
  const isPart = typeof pattern === "string" && pattern !== "" && !/[*?[{/]/.test(pattern);
  return {
    name: "list_files",
    input: { ...request, recursive: true, file_pattern: isPart ? `*${pattern}*` : pattern },
  };
}

function searchByMeaning(input: Input): NamedCall {
  const { path, ...request } = reword(input, {
    query: ["query", "question", "q"],
    path: ["targetdirectories", ...folderWords],
  });
  const folder: unknown = Array.isArray(path) ? path[0] : path;
  return { name: "codebase_search", input: { ...request, ...(folder !== undefined && { path: folder }) } };
}

const readWords = {
  path: pathWords,
  offset: ["offset"],
  limit: ["limit", "numlines", "maxlines"],
  start: ["startline", "startlineoneindexed", "fromline", "linestart", "start"],
  end: ["endline", "endlineoneindexedinclusive", "endlineoneindexed", "toline", "lineend", "end"],
  range: ["viewrange", "linerange", "range"],
};

export const readAliases: readonly (readonly [string, Alias])[] = [
  ...under(
    "read cat view open open_file view_file show_file get_file get_file_contents read_text_file read_file_content file_read view_image notebook_read",
    readFile,
  ),
  ...under("read_many_files read_multiple_files read_files", readManyFiles),
  ...under(
    "read_directory read_dir list_dir list_directory ls list list_folder dir list_directory_contents",
    listFiles,
  ),
  ...under("directory_tree tree list_files_recursive", (input) => listFiles({ ...input, recursive: true })),
  ...under(
    "glob find find_file find_files file_search find_by_name find_path glob_file_search search_file_by_name glob_search",
    findFiles,
  ),
  ...under(
    "grep grep_search search ripgrep rg search_file_content search_files_content grep_files find_in_files search_code search_text search_in_files text_search",
    searchFiles,
  ),
  ...under("semantic_search semantic_code_search search_codebase code_search", searchByMeaning),
  ...under(
    "list_symbols document_symbols get_symbols_overview file_outline outline list_code_definitions",
    renamed("list_code_definition_names", { path: [...pathWords, "dirpath", "directory"] }),
  ),
];

/** Searches of other agents: their flags become part of the pattern. */
function searchFiles(input: Input): NamedCall {
  const { fixed, regexp, insensitive, sensitive, type, ...request } = withoutLayout(reword(input, words));
  const isPlain = isOn(fixed) || regexp === false || regexp === "false";
  const ignoresCase = isOn(insensitive) || sensitive === false || sensitive === "false";
  const { regex, file_pattern = globOfType(type) } = request;
  const pattern = typeof regex === "string" && isPlain ? escape(regex) : regex;
  return {
    name: "search_files",
    input: {
      ...request,
      ...(pattern !== undefined && { regex: ignoresCase && typeof pattern === "string" ? `(?i)${pattern}` : pattern }),
      ...(file_pattern !== undefined && { file_pattern: firstOf(file_pattern) }),
    },
  };
}

const words = {
  regex: ["regex", "pattern", "query", "searchterm", "searchpattern", "text", "q"],
  path: [...folderWords, ...pathWords],
  file_pattern: ["filepattern", "glob", "include", "includes", "includepattern", "fileglob"],
  fixed: ["fixedstrings", "fixedstring", "literal", "f"],
  regexp: ["isregexp", "isregex"],
  insensitive: ["i", "caseinsensitive", "ignorecase"],
  sensitive: ["casesensitive"],
  type: ["type", "filetype"],
};

/** Output options, which have no effect here. */
const layout: ReadonlySet<string> = new Set(["output_mode", "head_limit", "-n", "max_results", "maxResults", "limit"]);

function withoutLayout(input: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([key]) => !layout.has(key)));
}

const typeEndings: ReadonlyMap<unknown, string> = new Map([
  ["js", "{js,jsx,mjs,cjs}"],
  ["ts", "{ts,tsx,mts,cts}"],
  ["py", "py"],
  ["rust", "rs"],
  ["markdown", "md"],
  ["md", "md"],
  ["go", "go"],
  ["java", "java"],
  ["json", "json"],
  ["css", "css"],
  ["html", "html"],
]);

function globOfType(type: unknown): string | undefined {
  const ending = typeEndings.get(type);
  return ending === undefined ? undefined : `*.${ending}`;
}

function firstOf(pattern: unknown): unknown {
  if (!Array.isArray(pattern)) return pattern;
  return pattern.length > 1 ? `{${pattern.join(",")}}` : pattern[0];
}

function isOn(value: unknown): boolean {
  return value === true || value === "true";
}

function escape(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
