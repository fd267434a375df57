import type { NamedCall } from "@roo-code/types";
import {
  type Alias,
  aliasFor,
  folderNames,
  type Input,
  pathNames,
  renamedTool,
  renameParameters,
  toNumber,
} from "./alias.ts";

/** A path with a trailing slash is a folder. */
export function readFile(input: Input): NamedCall {
  const { start, end, range, ...request } = renameParameters(input, readNames);
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
  const { paths, ...rest } = renameParameters(input, { paths: ["paths", "files", "filepaths", "include"] });
  const list: unknown[] = Array.isArray(paths) ? paths : [paths];
  const [first, ...others] = list.map((path) => (typeof path === "string" ? { path } : path));
  if (typeof first !== "object" || first === null) return { name: "read_file", input };
  return { name: "read_file", input: { ...rest, ...first, ...(others.length > 0 && { files: others }) } };
}

function listFiles(input: Input): NamedCall {
  const { depth, ...request } = renameParameters(input, {
    path: folderNames,
    recursive: ["recursive"],
    depth: ["depth", "maxdepth"],
  });
  const isDeep = (toNumber(depth) ?? 1) > 1;
  return { name: "list_files", input: { ...request, ...(isDeep && { recursive: true }) } };
}

/** Finds files by a glob or a part of their name. */
function findFiles(input: Input): NamedCall {
  const parameters = { path: folderNames, pattern: ["pattern", "globpattern", "glob", "query", "filename", "name"] };
  const { pattern, ...request } = renameParameters(input, parameters);
  const isPart = typeof pattern === "string" && pattern !== "" && !/[*?[{/]/.test(pattern);
  return {
    name: "list_files",
    input: { ...request, recursive: true, file_pattern: isPart ? `*${pattern}*` : pattern },
  };
}

function searchCodebase(input: Input): NamedCall {
  const { path, ...request } = renameParameters(input, {
    query: ["query", "question", "q"],
    path: ["targetdirectories", ...folderNames],
  });
  const folder: unknown = Array.isArray(path) ? path[0] : path;
  return { name: "codebase_search", input: { ...request, path: folder } };
}

const readNames = {
  path: pathNames,
  offset: ["offset"],
  limit: ["limit", "numlines", "maxlines"],
  start: ["startline", "startlineoneindexed", "fromline", "linestart", "start"],
  end: ["endline", "endlineoneindexedinclusive", "endlineoneindexed", "toline", "lineend", "end"],
  range: ["viewrange", "linerange", "range"],
};

export const readAliases: readonly (readonly [string, Alias])[] = [
  ...aliasFor(
    "read cat view open open_file view_file show_file get_file get_file_contents read_text_file read_file_content file_read view_image notebook_read",
    readFile,
  ),
  ...aliasFor("read_many_files read_multiple_files read_files", readManyFiles),
  ...aliasFor(
    "read_directory read_dir list_dir list_directory ls list list_folder dir list_directory_contents",
    listFiles,
  ),
  ...aliasFor("directory_tree tree list_files_recursive", (input) => listFiles({ ...input, recursive: true })),
  ...aliasFor(
    "glob find find_file find_files file_search find_by_name find_path glob_file_search search_file_by_name glob_search",
    findFiles,
  ),
  ...aliasFor(
    "grep grep_search search ripgrep rg search_file_content search_files_content grep_files find_in_files search_code search_text search_in_files text_search",
    searchFiles,
  ),
  ...aliasFor("semantic_search semantic_code_search search_codebase code_search", searchCodebase),
  ...aliasFor(
    "list_symbols document_symbols get_symbols_overview file_outline outline list_code_definitions",
    renamedTool("list_code_definition_names", { path: [...pathNames, "dirpath", "directory"] }),
  ),
];

/** Flags of other agents' searches become part of the pattern. */
function searchFiles(input: Input): NamedCall {
  const { fixed, regexp, insensitive, sensitive, type, ...request } = withoutOutputOptions(
    renameParameters(input, searchNames),
  );
  const isPlain = isOn(fixed) || regexp === false || regexp === "false";
  const ignoresCase = isOn(insensitive) || sensitive === false || sensitive === "false";
  const { regex, file_pattern = globOfType(type) } = request;
  const pattern = typeof regex === "string" && isPlain ? escape(regex) : regex;
  return {
    name: "search_files",
    input: {
      ...request,
      regex: ignoresCase && typeof pattern === "string" ? `(?i)${pattern}` : pattern,
      file_pattern: joinPatterns(file_pattern),
    },
  };
}

const searchNames = {
  regex: ["regex", "pattern", "query", "searchterm", "searchpattern", "text", "q"],
  path: [...folderNames, ...pathNames],
  file_pattern: ["filepattern", "glob", "include", "includes", "includepattern", "fileglob"],
  fixed: ["fixedstrings", "fixedstring", "literal", "f"],
  regexp: ["isregexp", "isregex"],
  insensitive: ["i", "caseinsensitive", "ignorecase"],
  sensitive: ["casesensitive"],
  type: ["type", "filetype"],
};

/** Output options, which have no effect here. */
const outputOptions: ReadonlySet<string> = new Set([
  "output_mode",
  "head_limit",
  "-n",
  "max_results",
  "maxResults",
  "limit",
]);

function withoutOutputOptions(input: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([key]) => !outputOptions.has(key)));
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

function joinPatterns(pattern: unknown): unknown {
  if (!Array.isArray(pattern)) return pattern;
  return pattern.length > 1 ? `{${pattern.join(",")}}` : pattern[0];
}

function isOn(value: unknown): boolean {
  return value === true || value === "true";
}

function escape(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
