import type { Failure, TestCounts, TrialLimit, TrialMetrics, Verdict } from "@roo-code/types";
import type { Exercise } from "./exercise.ts";
import type { AgentOrder, TrialAgent } from "./trial-agent.ts";

export interface TrialOrder extends Pick<AgentOrder, "limits" | "signal" | "observe" | "context" | "artifacts"> {
  readonly exercise: Exercise;
  readonly agent: TrialAgent;
  /** Said before the exercise's own prompt. */
  readonly prompt?: string;
  readonly tests: "hidden" | "visible" | "after-first-try";
  /** An empty folder for everything this trial makes; the caller removes it. */
  readonly scratch: string;
  /** Where we keep our own files: never seen by what the agent wrote. */
  readonly home: string;
  /** How much memory grading may use; 3 GiB when absent. */
  readonly memoryBytes?: number;
  /** What the agent must not find beside the exercise's folder and what else is in the scratch folder: the suite, other trials. */
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
  /** What the agent changed, as a unified diff, bounded; the whole is among the artifacts. */
  readonly diff: string;
  readonly gradingMs: number;
}
