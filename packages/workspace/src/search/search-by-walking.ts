import { once } from "node:events";
import type { BigIntStats } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { type SearchOutcome, type SearchRequest, ToolFailure } from "@roo-code/types";
import { decodeText } from "../files/decode-text.ts";
import { readWindow } from "../files/read-window.ts";
import { type WalkRequest, walkFolder } from "../files/walk-folder.ts";
import type { SearchLines } from "./search-lines.ts";

interface WalkingSearch {
  readonly walk: WalkRequest;
  /** Whether the search starts at a file rather than a folder. */
  readonly isFile: boolean;
  readonly request: SearchRequest;
  readonly isWanted: (path: string) => boolean;
  readonly isIgnoredFile: (stat: BigIntStats) => boolean;
  readonly deadline: AbortSignal;
  readonly found: SearchLines;
}

const maxFileBytes = 8 * 1024 * 1024;

/** Without ripgrep: slower, with JavaScript's regular expressions, and the same results for plain ones. */
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
  const window = await readWindow(file, { maxBytes: maxFileBytes }, search.isIgnoredFile).catch(() => undefined);
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

/** Source text rather than a file, so that it is available wherever this package is bundled. */
const matching = `
const { parentPort, workerData } = require("node:worker_threads");
const expression = new RegExp(workerData.body, workerData.flags);
parentPort.on("message", (lines) => parentPort.postMessage(lines.map((line) => expression.test(line))));
`;

/**
 * Tests which lines match a model's expression. Some expressions take practically forever, and
 * cannot be stopped in their own thread: this uses another, which `dispose` ends.
 */
class LineMatcher {
  readonly #worker: Worker;

  /** Throws `ToolFailure` `invalid_regex`. */
  constructor(regex: string) {
    const [, flag = "", body = ""] = /^(\(\?i\))?([^]*)$/.exec(regex) ?? [];
    const flags = flag === "" ? "" : "i";
    refuseInvalid(body, flags);
    this.#worker = new Worker(matching, { eval: true, workerData: { body, flags }, env: {} });
  }

  /** One result per line. One call at a time; rejects when the signal aborts. */
  async match(lines: readonly string[], signal: AbortSignal): Promise<readonly boolean[]> {
    const answer = once(this.#worker, "message", { signal });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    this.#worker.postMessage(lines);
    const [matches = []]: (readonly boolean[])[] = await answer;
    return matches;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker.terminate();
  }
}

function refuseInvalid(body: string, flags: string): void {
  try {
    RegExp(body, flags);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ToolFailure("invalid_regex", `The search expression is not valid: ${reason}`);
  }
}
