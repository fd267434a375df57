import type { EditCall } from "./edit-case.ts";

export interface Sent {
  readonly search: readonly string[];
  readonly replace: readonly string[];
  readonly startLine?: number;
}

export function diffCall({ search, replace, startLine }: Sent, ending = "\n"): EditCall {
  const hint = startLine === undefined ? [] : [`:start_line:${startLine}`, "-------"];
  const lines = ["<<<<<<< SEARCH", ...hint, ...search, "=======", ...replace, ">>>>>>> REPLACE"];
  return { tool: "apply_diff", diff: lines.join(ending) };
}

export function editCall({ search, replace }: Sent): EditCall {
  return { tool: "edit", search: search.join("\n"), replace: replace.join("\n") };
}

/** In the format of Codex; lines before and after the change are context. */
export function patchCall(path: string, { search, replace }: Sent): EditCall {
  const body = hunkLines(search, replace);
  return {
    tool: "apply_patch",
    patch: ["*** Begin Patch", `*** Update File: ${path}`, "@@", ...body, "*** End Patch"].join("\n"),
  };
}

/** In the format of git, with line numbers that models get wrong. */
export function unifiedCall(path: string, { search, replace, startLine = 1 }: Sent): EditCall {
  const range = `@@ -${startLine},${search.length} +${startLine},${replace.length} @@`;
  return {
    tool: "apply_patch",
    patch: [`--- a/${path}`, `+++ b/${path}`, range, ...hunkLines(search, replace), ""].join("\n"),
  };
}

function hunkLines(search: readonly string[], replace: readonly string[]): string[] {
  let [head, tail] = [0, 0];
  while (head < search.length && search[head] === replace[head]) head += 1;
  const rest = Math.min(search.length, replace.length) - head;
  while (tail < rest && search.at(-1 - tail) === replace.at(-1 - tail)) tail += 1;
  return [
    ...search.slice(0, head).map((line) => ` ${line}`),
    ...search.slice(head, search.length - tail).map((line) => `-${line}`),
    ...replace.slice(head, replace.length - tail).map((line) => `+${line}`),
    ...search.slice(search.length - tail).map((line) => ` ${line}`),
  ];
}
