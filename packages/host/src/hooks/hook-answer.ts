import type { HookOutcome } from "./run-hook.ts";

/** What a hook said, once its output has been looked at. */
export interface HookAnswer {
  readonly decision?: "allow" | "deny";
  /** Why it denied. */
  readonly reason?: string;
  /** For the model, beside the result. */
  readonly note?: string;
  /** Why it did not do its work. */
  readonly failure?: string;
}

const longestText = 4_000;
const longestFailure = 500;
const denyingExitCode = 2;

/** Exit code 0: what its JSON says, if it printed any. 2: no, with stderr as the reason. All else: it failed. */
export function answerOf(outcome: HookOutcome, timeoutMs: number): HookAnswer {
  const { ended, exitCode, stdout, stderr } = outcome;
  const words = stderr.trim();
  if (ended === "abort") return { failure: "aborted" };
  if (ended === "timeout") return { failure: `it took longer than ${timeoutMs / 1000} s and was ended` };
  if (ended === "not-started") return { failure: `it could not be started: ${words}` };
  if (exitCode === denyingExitCode) return { decision: "deny", ...(words !== "" && { reason: shorten(words) }) };
  if (exitCode === 0) return printedAnswer(stdout);
  const how = exitCode === null ? "it was killed" : `exit code ${exitCode}`;
  return { failure: words === "" ? how : `${how}: ${words.slice(0, longestFailure)}` };
}

/** What is not an answer is whatever the program prints, and nobody's business. */
function printedAnswer(stdout: string | undefined): HookAnswer {
  const printed = parse(stdout?.trim() ?? "");
  if (typeof printed !== "object" || printed === null) return {};
  const decision = "decision" in printed ? printed.decision : undefined;
  const reason = "reason" in printed ? textOf(printed.reason) : undefined;
  const note = "note" in printed ? textOf(printed.note) : undefined;
  if (decision !== undefined && decision !== "allow" && decision !== "deny") {
    return { failure: 'its decision is neither "allow" nor "deny"' };
  }
  return { ...(decision && { decision }), ...(reason && { reason }), ...(note && { note }) };
}

function parse(text: string): unknown {
  if (!text.startsWith("{")) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? shorten(value.trim()) : undefined;
}

function shorten(text: string): string {
  return text.length > longestText ? `${text.slice(0, longestText)} …` : text;
}
