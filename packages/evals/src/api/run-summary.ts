import type { RunSummary as ApiSummary } from "@roo-code/types/api";
import type { PassRate, RunSummary } from "../statistics/index.ts";

/** A run in numbers, as programs get it. */
export function apiSummary(summary: RunSummary): ApiSummary {
  const { passRate, languages, repeatedTries, counts, flakes, spending, tools, plan } = summary;
  return {
    overall: rateOf(passRate),
    languages: languages.map(({ language, passRate: own }) => ({ language, ...rateOf(own) })),
    passAt: repeatedTries.map(({ k, passAtK, passHatK }) => ({ k, anyOf: passAtK.rate, allOf: passHatK.rate })),
    errors: counts.error,
    flagged: counts.flagged,
    flaky: flakes.map(({ language, exercise, passed, scored }) => ({ language, exercise, passed, tried: scored })),
    costPerSolved: spending.perSolved,
    tools: tools.map(({ tool, attempts, failures }) => ({ tool, attempts, failures })),
    smallestDifference: plan.detectable === null ? null : plan.detectable * 100,
  };
}

/** Without any trial nothing is known: anything between none and all. */
const anything = { low: 0, high: 1 };

function rateOf({ passed, scored, rate, interval }: PassRate): ApiSummary["overall"] {
  return { passed, graded: scored, rate, interval: interval ?? anything };
}
