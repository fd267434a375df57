import { Worker } from "node:worker_threads";
import { ToolFailure } from "@roo-code/types";
import type { ReplacedText } from "./replace-text.ts";
import { lineAt, replaceSpans, withLineFeeds } from "./text-offsets.ts";

interface PatternReplacement {
  readonly pattern: string;
  readonly replace: string;
  readonly isRegex: boolean;
  readonly ignoreCase: boolean;
  readonly all: boolean;
  readonly range?: { readonly first: number; readonly last: number };
  readonly signal: AbortSignal;
}

/** Replaces the one match, or all; `^` and `$` are the ends of lines. Throws `ToolFailure`. */
export async function replacePatterns(
  target: { readonly path: string; readonly text: string },
  replacement: PatternReplacement,
): Promise<ReplacedText> {
  const text = withLineFeeds(target.text);
  const regex = replacement.isRegex ? replacement.pattern : literal(withLineFeeds(replacement.pattern));
  const found = await regexSpans({ text, regex, ignoreCase: replacement.ignoreCase, signal: replacement.signal });
  const matches = replacement.range ? found.filter((match) => isWithin(match, text, replacement.range)) : found;
  if (matches.length === 0) {
    throw new ToolFailure("no_match", `Nothing in "${target.path}" matches; nothing was written.`);
  }
  const lines = matches.slice(0, 10).map(({ start }) => lineAt(text, start + 1));
  if (matches.length > 1 && !replacement.all) {
    throw new ToolFailure(
      "ambiguous_match",
      `${matches.length} places in "${target.path}" match (lines ${lines.join(" and ")}${matches.length > lines.length ? " …" : ""}); nothing was written. Make the expression match only one, or set replace_all.`,
    );
  }
  const newText = withLineFeeds(replacement.replace);
  const edits = matches.map((match) => ({
    start: match.start,
    end: match.end,
    text: replacement.isRegex ? expandReplacement(newText, match) : newText,
  }));
  const places = matches.length === 1 ? "1 place" : `${matches.length} places`;
  const more = matches.length > lines.length ? ", …" : "";
  return {
    text: replaceSpans(target.text, edits),
    notice: `Saved: ${places} replaced (line ${lines.join(", ")}${more}).`,
  };
}

function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

function isWithin({ start, end }: RegexMatch, text: string, range: PatternReplacement["range"]): boolean {
  return !range || (lineAt(text, start + 1) >= range.first && lineAt(text, Math.max(end, start + 1)) <= range.last);
}

interface RegexMatch {
  readonly start: number;
  readonly end: number;
  /** The whole match first. */
  readonly groups: readonly (string | undefined)[];
  readonly names: Readonly<Record<string, string | undefined>>;
}

interface RegexRequest {
  readonly text: string;
  readonly regex: string;
  readonly ignoreCase: boolean;
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
}

const defaultTimeoutMs = 2000;
const maxMatches = 20_000;

/** A string, not a file, so that it is available wherever this package is bundled. */
const search = `
const { parentPort, workerData } = require("node:worker_threads");
const { text, regex, flags, maxMatches } = workerData;
const matches = [];
for (const match of text.matchAll(new RegExp(regex, flags))) {
  matches.push({ start: match.index, end: match.index + match[0].length, groups: [...match], names: { ...match.groups } });
  if (matches.length > maxMatches) break;
}
parentPort.postMessage(matches);
`;

/**
 * Every match of a regular expression written by a model. Some would run forever, which cannot be stopped in this
 * thread, so it runs in a worker that is terminated at the deadline. Throws `ToolFailure`.
 */
export async function regexSpans(request: RegexRequest): Promise<readonly RegexMatch[]> {
  const { text, regex, signal, timeoutMs = defaultTimeoutMs } = request;
  // `u` only when needed: it refuses escapes such as \- that models write.
  const flags = `gm${request.ignoreCase ? "i" : ""}${/\\[pP]\{|\\u\{/.test(regex) ? "u" : ""}`;
  refuseInvalid(regex, flags);
  signal.throwIfAborted();
  const worker = new Worker(search, {
    eval: true,
    workerData: { text, regex, flags, maxMatches },
    resourceLimits: { maxOldGenerationSizeMb: 256 },
    env: {},
  });
  try {
    const matches = await firstAnswer(worker, { signal, timeoutMs });
    if (matches.length <= maxMatches) return matches;
    throw new ToolFailure(
      "too_many_matches",
      `The expression matches more than ${maxMatches} times. Make it more specific.`,
    );
  } finally {
    await worker.terminate();
  }
}

function firstAnswer(
  worker: Worker,
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
): Promise<readonly RegexMatch[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly RegexMatch[]>();
  const tooSlow = (): void =>
    reject(
      new ToolFailure(
        "regex_timeout",
        `The expression took longer than ${timeoutMs} ms and was stopped; nothing was written. Avoid nested repetition such as (a+)+.`,
      ),
    );
  const timer = setTimeout(tooSlow, timeoutMs);
  const abort = (): void => reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  worker.once("message", resolve);
  worker.once("error", reject);
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
  });
}

function refuseInvalid(regex: string, flags: string): void {
  try {
    RegExp(regex, flags);
  } catch (error) {
    const reason = error instanceof Error ? error.message : "";
    throw new ToolFailure(
      "invalid_regex",
      `The expression is not valid: ${reason.slice(0, 300)}. Nothing was written.`,
    );
  }
}

/** The replacement of one match: `$1`, `$<name>`, `$&` and `$$` as in JavaScript. */
function expandReplacement(replacement: string, { groups, names }: RegexMatch): string {
  return replacement.replaceAll(/\$(?:(\$)|(&)|<([^>]*)>|(\d{1,2}))/g, (all, ...parts: (string | undefined)[]) => {
    const [dollar, whole, name, number] = parts;
    if (dollar !== undefined) return "$";
    if (whole !== undefined) return groups[0] ?? "";
    if (name !== undefined) return Object.hasOwn(names, name) ? (names[name] ?? "") : all;
    const index = Number(number);
    return index > 0 && index < groups.length ? (groups[index] ?? "") : all;
  });
}
