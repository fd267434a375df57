import { exerciseKey, type RunSummary } from "../../statistics/index.ts";
import { counted, percent, percentInterval } from "../figures.ts";

/** What a run came to, and what the rate is a share of. */
export function summaryWords({ counts, passRate, flagged, excluded, run }: RunSummary): string[] {
  const { passed, scored, exercises, rate, interval } = passRate;
  const sentences = [
    rate === null
      ? "No trial is scored, so there is no pass rate."
      : `${passed} of ${counted(scored, "scored trial")} passed: ${percent(rate)} (95 % interval ${percentInterval(interval)}).`,
  ];
  if (scored > exercises) {
    sentences.push(
      `They are iterations of ${counted(exercises, "exercise")}; the interval takes into account that iterations of one exercise tend to end alike.`,
    );
  }
  if (counts.voided > 0) {
    sentences.push(
      `${counted(counts.voided, "pass is void", "passes are void")}, because the tests were tampered with, and counted as not passed.`,
    );
  }
  if (flagged.length > 0) {
    sentences.push(
      `${counted(flagged.length, "that passed carries a flag", "that passed carry flags")} for a person to look at, and ${flagged.length === 1 ? "counts" : "count"} as passed.`,
    );
  }
  if (excluded.length > 0) {
    sentences.push(
      `${counted(excluded.length, "exercise passes", "exercises pass")} although nothing is done and ${excluded.length === 1 ? "is" : "are"} in no rate: ${listed(excluded.map(exerciseKey))}.`,
    );
  }
  if (counts.error > 0) {
    sentences.push(
      `${counted(counts.error, "trial")} went wrong ${counts.error === 1 ? "itself" : "themselves"}: this says nothing about the agent and is in no rate.`,
    );
  }
  if (counts.unfinished > 0) {
    sentences.push(
      `${counted(counts.unfinished, "trial is", "trials are")} not finished (the run is ${run.status}), so these figures are not final.`,
    );
  }
  return sentences;
}

function listed(names: readonly string[]): string {
  return names.length > 8 ? `${names.slice(0, 8).join(", ")} and ${names.length - 8} more` : names.join(", ");
}
