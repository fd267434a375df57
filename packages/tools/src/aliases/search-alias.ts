import type { NamedCall } from "@roo-code/types";
import { folderWords, type Input, pathWords, reword } from "./alias.ts";

/** Searches of other agents: their switches become part of the pattern. */
export function searchFiles(input: Input): NamedCall {
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

/** How the answer is to look: it has one form here. */
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
