import type { RunSummary as ApiSummary } from "@roo-code/types/api";
import { evalRate, type RunSummary } from "../statistics/index.ts";

/** A run in numbers, as programs get it. */
export function apiSummary(summary: RunSummary): ApiSummary {
  const { passRate, languages, repeatedTries, counts, flakes, flagged, excluded, spending, tools, plan } = summary;
  return {
    overall: evalRate(passRate),
    languages: languages.map(({ language, passRate: own }) => ({ language, ...evalRate(own) })),
    passAt: repeatedTries.map(({ k, passAtK, passHatK }) => ({ k, anyOf: passAtK.rate, allOf: passHatK.rate })),
    errors: counts.error,
    voided: counts.voided,
    flagged: flagged.length,
    excluded: excluded.map(({ language, exercise }) => ({ language, exercise })),
    flaky: flakes.map(({ language, exercise, passed, scored }) => ({ language, exercise, passed, tried: scored })),
    costPerSolved: spending.perSolved,
    tools: tools.map(({ tool, attempts, failures }) => ({ tool, attempts, failures })),
    smallestDifference: plan.detectable === null ? null : plan.detectable * 100,
  };
}
