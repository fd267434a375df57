import type { RunPlan, RunSummary } from "../statistics/index.ts";
import { exerciseKey } from "../statistics/index.ts";
import { percent, percentInterval, pluralize, points } from "./figures.ts";

/** A run's result in sentences, with the denominator of its rate. */
export function describeRun({ counts, passRate, flagged, excluded, run }: RunSummary): string[] {
  const { passed, scored, exercises, rate, interval } = passRate;
  const sentences = [
    rate === null
      ? "No trial is scored, so there is no pass rate."
      : `${passed} of ${pluralize(scored, "scored trial")} passed: ${percent(rate)} (95 % interval ${percentInterval(interval)}).`,
  ];
  if (scored > exercises) {
    sentences.push(
      `They are iterations of ${pluralize(exercises, "exercise")}; the interval accounts for correlated iterations of an exercise.`,
    );
  }
  if (counts.voided > 0) {
    sentences.push(
      `${pluralize(counts.voided, "pass is void", "passes are void")}, because the tests were tampered with, and counted as not passed.`,
    );
  }
  if (flagged.length > 0) {
    sentences.push(
      `${pluralize(flagged.length, "passed trial is flagged", "passed trials are flagged")} for review, and ${flagged.length === 1 ? "counts" : "count"} as passed.`,
    );
  }
  if (excluded.length > 0) {
    sentences.push(
      `${pluralize(excluded.length, "exercise passes", "exercises pass")} without any change and ${excluded.length === 1 ? "is" : "are"} not scored: ${formatNames(excluded.map(exerciseKey))}.`,
    );
  }
  if (counts.error > 0) {
    sentences.push(
      `${pluralize(counts.error, "trial")} failed with an error, which is not the agent's fault and is not scored.`,
    );
  }
  if (counts.unfinished > 0) {
    sentences.push(
      `${pluralize(counts.unfinished, "trial is", "trials are")} not finished (the run is ${run.status}), so these figures are not final.`,
    );
  }
  return sentences;
}

function formatNames(names: readonly string[]): string {
  return names.length > 8 ? `${names.slice(0, 8).join(", ")} and ${names.length - 8} more` : names.join(", ");
}

/** What a run of this size can show, displayed before it starts. */
export function describePlan(plan: RunPlan): string[] {
  const { exercises, iterations, trials, precision, detectable, discordance } = plan;
  const size = `${pluralize(exercises, "exercise")} × ${pluralize(iterations, "iteration")} = ${pluralize(trials, "trial")}.`;
  if (precision === null) return [size];
  const known = `${size} A pass rate near one half will be known to ± ${points(precision)} (95 % interval).`;
  if (detectable === null)
    return [known, "Compared with another run, fewer than six exercises cannot show any difference."];
  const assumptions = [
    `assuming that ${percent(discordance)} of the exercises end differently in the two runs`,
    ...(iterations > 1 ? ["and that iterations of an exercise have a correlation of 0.5"] : []),
  ].join(", ");
  return [
    known,
    `Compared with another run on the same exercises, no difference below ${points(detectable)} is detectable (with a power of 80 %).`,
    `The chance to detect ${plan.power.map((chance) => `${chance.points} points is ${percent(chance.power)}`).join(", ")} (${assumptions}).`,
  ];
}
