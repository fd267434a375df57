import type { RunSummary } from "../../statistics/index.ts";
import { counted, percent, percentInterval } from "../figures.ts";

/** What a run came to, and what the rate is a share of. */
export function summaryWords({ counts, passRate, passRateWithFlagged, run }: RunSummary): string[] {
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
  if (counts.flagged > 0) {
    sentences.push(
      `${counted(counts.flagged, "more passed but is flagged", "more passed but are flagged")} as what looks like cheating and counted as not passed; with ${counts.flagged === 1 ? "it" : "them"} the rate would be ${percent(passRateWithFlagged.rate)}.`,
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
