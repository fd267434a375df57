import type { EvalRun, EvalTrial, Verdict } from "@roo-code/types";
import type { Tone } from "../../ui/badge.tsx";

export function runName({ id, name }: Pick<EvalRun, "id" | "name">): string {
  return name ? `${name} (#${id})` : `Run #${id}`;
}

export function isGoingOn({ status }: Pick<EvalRun, "status">): boolean {
  return status === "waiting" || status === "running";
}

/** Trials that say something about the agent: those that went wrong themselves do not. */
export function gradedOf({ counts }: Pick<EvalRun, "counts">): number {
  return counts.passed + counts.failed + counts.limit;
}

export const statusWords: Record<EvalRun["status"], { readonly label: string; readonly tone: Tone }> = {
  waiting: { label: "waiting", tone: "neutral" },
  running: { label: "running", tone: "accent" },
  finished: { label: "finished", tone: "ok" },
  cancelled: { label: "stopped", tone: "warn" },
};

export type TrialState = Verdict | "waiting" | "running" | "flagged";

/** A passed trial with something that looks like cheating is shown apart. */
export function trialState({ status, verdict, flags }: EvalTrial): TrialState {
  if (status !== "finished" || verdict === null) return status === "running" ? "running" : "waiting";
  return verdict === "passed" && flags.length > 0 ? "flagged" : verdict;
}

export const trialWords: Record<TrialState, { readonly label: string; readonly tone: Tone; readonly sign: string }> = {
  passed: { label: "passed", tone: "ok", sign: "✓" },
  failed: { label: "failed", tone: "bad", sign: "✕" },
  limit: { label: "stopped by a limit", tone: "warn", sign: "◔" },
  error: { label: "went wrong itself", tone: "neutral", sign: "!" },
  flagged: { label: "passed, but looks like cheating", tone: "warn", sign: "⚑" },
  running: { label: "running", tone: "accent", sign: "…" },
  waiting: { label: "waiting", tone: "neutral", sign: "·" },
};
