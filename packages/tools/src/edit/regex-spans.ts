import { Worker } from "node:worker_threads";
import { ToolFailure } from "@roo-code/types";

export interface RegexMatch {
  readonly start: number;
  readonly end: number;
  /** The whole match first. */
  readonly groups: readonly (string | undefined)[];
  readonly names: Readonly<Record<string, string | undefined>>;
}

export interface RegexRequest {
  readonly text: string;
  readonly regex: string;
  readonly ignoreCase: boolean;
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
}

const defaultTimeoutMs = 2000;
const maxMatches = 20_000;

/** A source, not a file, so that it is there wherever this package was bundled to. */
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
 * Every match of a regular expression a model wrote. Some take longer than the universe lasts, and nothing can stop
 * one in its own thread: it runs in another, which is ended when time is up. Throws `ToolFailure`.
 */
export async function regexSpans(request: RegexRequest): Promise<readonly RegexMatch[]> {
  const { text, regex, signal, timeoutMs = defaultTimeoutMs } = request;
  // Without need `u` would refuse escapes such as \- that models write.
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
    throw new ToolFailure("too_many_matches", `The expression matches more than ${maxMatches} times. Narrow it down.`);
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
        `The expression took longer than ${timeoutMs} ms and was stopped; nothing was written. Nested repetition such as (a+)+ is the usual cause: write it without.`,
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

/** The replacement of one match: `$1`, `$<name>`, `$&` and `$$` mean what they mean in JavaScript. */
export function expandReplacement(replacement: string, { groups, names }: RegexMatch): string {
  return replacement.replaceAll(/\$(?:(\$)|(&)|<([^>]*)>|(\d{1,2}))/g, (all, ...parts: (string | undefined)[]) => {
    const [dollar, whole, name, number] = parts;
    if (dollar !== undefined) return "$";
    if (whole !== undefined) return groups[0] ?? "";
    if (name !== undefined) return Object.hasOwn(names, name) ? (names[name] ?? "") : all;
    const index = Number(number);
    return index > 0 && index < groups.length ? (groups[index] ?? "") : all;
  });
}
