import { type PairedDifference, type RunComparison, significance, type UsageDifference } from "../statistics/index.ts";
import {
  percent,
  pluralize,
  points,
  pointsInterval,
  pValue,
  signedDollars,
  signedDuration,
  signedPoints,
} from "./figures.ts";

export interface ComparedNames {
  readonly baseline: string;
  readonly candidate: string;
}

/** Whether there is a difference, how certain it is, and how small a difference could have been detected. */
export function describeComparison(comparison: RunComparison, names: ComparedNames): string[] {
  const { overall } = comparison;
  if (overall === null) return ["The two runs have no scored exercise in common, so nothing can be compared."];
  return [
    describeVerdict(overall, names),
    describeDiscordant(overall, names),
    describeDetectable(overall),
    ...describeUsage(comparison.cost, names, { verb: "costs", format: signedDollars }),
    ...describeUsage(comparison.duration, names, { verb: "takes", format: signedDuration }),
    ...describeUnshared(comparison, names),
  ];
}

function describeVerdict(overall: PairedDifference, { baseline, candidate }: ComparedNames): string {
  const isShown = overall.adjustedP <= significance;
  const verdict = isShown
    ? `${candidate} passes ${overall.difference > 0 ? "more" : "less"} than ${baseline}`
    : `No significant difference between ${baseline} and ${candidate}`;
  return `${verdict}: ${percent(overall.candidateRate)} against ${percent(overall.baselineRate)} on ${pluralize(overall.exercises, "shared exercise")}, ${signedPoints(overall.difference)} points (95 % interval ${pointsInterval(overall.interval)}), p = ${pValue(overall.adjustedP)}.`.replace(
    "p = <",
    "p <",
  );
}

function describeDiscordant(overall: PairedDifference, { candidate }: ComparedNames): string {
  const alike = overall.bothSolved + overall.neitherSolved + overall.sameOtherwise;
  return `${candidate} does better on ${overall.gained}, worse on ${overall.lost}, and the same on ${alike} of them (${overall.bothSolved} solved by both, ${overall.neitherSolved} by neither).`;
}

function describeDetectable({ detectable, exercises }: PairedDifference): string {
  return detectable === null
    ? "With so few exercises not even the largest difference is detectable."
    : `With these ${exercises} exercises no difference below ${points(detectable)} is detectable (with a power of 80 %).`;
}

function describeUsage(
  usage: UsageDifference | null,
  { baseline, candidate }: ComparedNames,
  { verb, format }: { verb: string; format: (value: number) => string },
): string[] {
  if (usage === null || usage.interval === null) return [];
  const { low, high } = usage.interval;
  const isShown = low > 0 || high < 0;
  const range = `${format(usage.difference)} per trial (95 % interval ${format(low)} to ${format(high)})`;
  return [
    isShown
      ? `${candidate} ${verb} ${usage.difference > 0 ? "more" : "less"} than ${baseline}: ${range}.`
      : `It is not shown that ${candidate} ${verb} more or less than ${baseline}: ${range}.`,
  ];
}

function describeUnshared(
  { onlyBaseline, onlyCandidate }: RunComparison,
  { baseline, candidate }: ComparedNames,
): string[] {
  if (onlyBaseline.length + onlyCandidate.length === 0) return [];
  return [
    `Excluded, because only one run has a scored trial: ${onlyBaseline.length} of ${baseline}, ${onlyCandidate.length} of ${candidate}.`,
  ];
}
