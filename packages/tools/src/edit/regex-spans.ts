import { Worker } from "node:worker_threads";
import { ToolFailure } from "@roo-code/types";

export interface RegexMatch {
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
