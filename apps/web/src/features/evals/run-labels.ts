import type { EvalRun, EvalTrial, Verdict } from "@roo-code/types";
import type { Tone } from "../../ui/badge.tsx";

export function runName({ id, name }: Pick<EvalRun, "id" | "name">): string {
  return name ? `${name} (#${id})` : `Run #${id}`;
}

export function isActive({ status }: Pick<EvalRun, "status">): boolean {
  return status === "waiting" || status === "running";
}

export const statusLabels: Record<EvalRun["status"], { readonly label: string; readonly tone: Tone }> = {
  waiting: { label: "waiting", tone: "neutral" },
  running: { label: "running", tone: "accent" },
  finished: { label: "finished", tone: "ok" },
  cancelled: { label: "stopped", tone: "warn" },
};

/** `flagged`: passed and counted as passed, but needs a review. */
export type TrialState = Verdict | "waiting" | "running" | "flagged";

export function trialState({ status, verdict, flags }: EvalTrial): TrialState {
  if (status !== "finished" || verdict === null) return status === "running" ? "running" : "waiting";
  return verdict === "passed" && flags.length > 0 ? "flagged" : verdict;
}

export const trialLabels: Record<TrialState, { readonly label: string; readonly tone: Tone; readonly sign: string }> = {
  passed: { label: "passed", tone: "ok", sign: "✓" },
  failed: { label: "failed", tone: "bad", sign: "✕" },
  limit: { label: "hit a limit", tone: "warn", sign: "◔" },
  error: { label: "errored", tone: "neutral", sign: "!" },
  flagged: { label: "passed, flagged for review", tone: "ok", sign: "✓" },
  voided: { label: "void: the tests were tampered with", tone: "bad", sign: "⚑" },
  excluded: { label: "not scored: passes untouched", tone: "neutral", sign: "=" },
  running: { label: "running", tone: "accent", sign: "…" },
  waiting: { label: "waiting", tone: "neutral", sign: "·" },
};
