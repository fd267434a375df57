import type { Failure, TestCounts, TrialLimit, TrialMetrics, Verdict } from "@roo-code/types";
import type { Exercise } from "./exercise.ts";
import type { AgentInput, TrialAgent } from "./trial-agent.ts";

export interface TrialSpec extends Pick<AgentInput, "limits" | "signal" | "observe" | "context" | "artifacts"> {
  readonly exercise: Exercise;
  readonly agent: TrialAgent;
  /** Comes before the exercise's own prompt. */
  readonly prompt?: string;
  readonly tests: "hidden" | "visible" | "after-first-try";
  /** An empty folder for everything this trial creates; the caller removes it. */
  readonly scratch: string;
  /** Roo's own files: never visible to the solution. */
  readonly home: string;
  /** Memory limit for grading; 3 GiB by default. */
  readonly memoryBytes?: number | undefined;
  /** Folders hidden from the agent, besides the exercise's own and the rest of the scratch folder: the suite, other trials. */
  readonly hidden?: readonly string[];
}

export interface TrialOutcome {
  readonly verdict: Verdict;
  readonly limit: TrialLimit | null;
  readonly error: Failure | null;
  readonly tests: TestCounts | null;
  readonly metrics: TrialMetrics;
  readonly toolErrors: readonly { readonly tool: string; readonly error: string }[];
  readonly flags: readonly string[];
  /** The agent's changes as a unified diff, truncated; the artifacts have all of it. */
  readonly diff: string;
  readonly gradingMs: number;
}
