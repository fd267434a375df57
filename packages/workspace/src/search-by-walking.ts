import { join } from "node:path";
import type { SearchOutcome, SearchRequest } from "@roo-code/types";
import { ToolFailure } from "@roo-code/types";
import { readWindow } from "./read-window.ts";
import type { SearchLines } from "./search-lines.ts";
import { type WalkRequest, walkFolder } from "./walk-folder.ts";

export interface WalkingSearch {
  readonly walk: WalkRequest;
  /** Whether the search starts at a file, not a folder. */
  readonly isFile: boolean;
  readonly request: SearchRequest;
  readonly isWanted: (path: string) => boolean;
  readonly deadline: AbortSignal;
  readonly found: SearchLines;
}

const maxFileBytes = 8 * 1024 * 1024;

/** Where there is no ripgrep: slower, with JavaScript's regular expressions, and the same answers for plain ones. */
export async function searchByWalking(search: WalkingSearch): Promise<SearchOutcome> {
  const expression = toExpression(search.request.regex);
  for await (const path of filesOf(search)) {
    search.request.signal.throwIfAborted();
    if (search.deadline.aborted) return { ...search.found.outcome(), isStopped: true };
    if (!search.isWanted(path)) continue;
    if (!(await searchFile(search, path, expression))) break;
  }
  return search.found.outcome();
}

async function* filesOf({ walk, isFile }: WalkingSearch): AsyncGenerator<string> {
  if (isFile) yield walk.start;
  else for await (const { path, kind } of walkFolder(walk)) if (kind === "file") yield path;
}

async function searchFile(search: WalkingSearch, path: string, expression: RegExp): Promise<boolean> {
  const { request, found, walk } = search;
  const file = { given: path, relative: path, absolute: join(walk.root, path) };
  const window = await readWindow(file, { maxBytes: maxFileBytes }).catch(() => undefined);
  if (!window || window.bytes.includes(0)) return true;
  const lines = new TextDecoder().decode(window.bytes).split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  const isMatch = lines.map((line) => expression.test(line));
  for (const [index, text] of lines.entries()) {
    const around = isMatch.slice(Math.max(0, index - request.contextLines), index + request.contextLines + 1);
    if (!around.includes(true)) continue;
    if (!found.add(path, { line: index + 1, text, isMatch: isMatch[index] ?? false })) return false;
  }
  return true;
}

function toExpression(regex: string): RegExp {
  const [, flag = "", body = ""] = /^(\(\?i\))?([^]*)$/.exec(regex) ?? [];
  try {
    return new RegExp(body, flag === "" ? "" : "i");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ToolFailure("invalid_regex", `The search expression is not valid: ${reason}`);
  }
}
