import type { BigIntStats } from "node:fs";
import { join } from "node:path";
import type { SearchOutcome, SearchRequest } from "@roo-code/types";
import { decodeText } from "./decode-text.ts";
import { LineMatcher } from "./line-matcher.ts";
import { readWindow } from "./read-window.ts";
import type { SearchLines } from "./search-lines.ts";
import { type WalkRequest, walkFolder } from "./walk-folder.ts";

export interface WalkingSearch {
  readonly walk: WalkRequest;
  /** Whether the search starts at a file, not a folder. */
  readonly isFile: boolean;
  readonly request: SearchRequest;
  readonly isWanted: (path: string) => boolean;
  readonly isKept: (stat: BigIntStats) => boolean;
  readonly deadline: AbortSignal;
  readonly found: SearchLines;
}

const maxFileBytes = 8 * 1024 * 1024;

/** Where there is no ripgrep: slower, with JavaScript's regular expressions, and the same answers for plain ones. */
export async function searchByWalking(search: WalkingSearch): Promise<SearchOutcome> {
  await using matcher = new LineMatcher(search.request.regex);
  try {
    for await (const path of filesOf(search)) {
      search.deadline.throwIfAborted();
      if (search.isWanted(path) && !(await searchFile(search, path, matcher))) break;
    }
    return search.found.outcome();
  } catch (error) {
    search.request.signal.throwIfAborted();
    if (!search.deadline.aborted) throw error;
    return { ...search.found.outcome(), isStopped: true };
  }
}

async function* filesOf({ walk, isFile }: WalkingSearch): AsyncGenerator<string> {
  if (isFile) yield walk.start;
  else for await (const { path, kind } of walkFolder(walk)) if (kind === "file") yield path;
}

async function searchFile(search: WalkingSearch, path: string, matcher: LineMatcher): Promise<boolean> {
  const { request, found, walk, deadline } = search;
  const file = { given: path, relative: path, absolute: join(walk.root, path) };
  const window = await readWindow(file, { maxBytes: maxFileBytes }, search.isKept).catch(() => undefined);
  const lines = window && decodeText(window.bytes)?.split(/\r?\n/);
  if (!lines) return true;
  if (lines.at(-1) === "") lines.pop();
  const isMatch = await matcher.match(lines, AbortSignal.any([request.signal, deadline]));
  for (const [index, text] of lines.entries()) {
    const around = isMatch.slice(Math.max(0, index - request.contextLines), index + request.contextLines + 1);
    if (!around.includes(true)) continue;
    if (!found.add(path, { line: index + 1, text, isMatch: isMatch[index] ?? false })) return false;
  }
  return true;
}
