import { apiComparison } from "@roo-code/evals";
import { openEvalServices } from "@roo-code/evals/control";
import { describeComparison } from "@roo-code/evals/report";
import { compareWithFirst, type RunComparison } from "@roo-code/evals/statistics";
import { parseCommandLine } from "../command-line.ts";
import { readRuns } from "../evals/read-runs.ts";
import { choice } from "../flags.ts";
import { processContext } from "../process-context.ts";
import { print } from "../subcommands.ts";
import { visibleText } from "../terminal-text.ts";

const commandLine = {
  usage: "roo evals compare RUN RUN [RUN…]",
  about: `Compare runs with the first on the exercises they share: whether they are better, how certain that is, and how small
a difference could have been detected.`,
  flags: { output: choice(["text", "json"], "text or json (default: text)") },
  positionals: { min: 2, max: 20 },
};

export async function evalsCompare(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(commandLine, args);
  if (!parsed) return 0;
  await using opened = await openEvalServices(processContext());
  const runs = await readRuns(opened, parsed.positionals);
  const [first, ...others] = runs;
  if (first && parsed.flags.output === "json") {
    const comparisons = others.map((other) => apiComparison(first, other));
    return print(JSON.stringify(comparisons.length === 1 ? comparisons[0] : comparisons, null, 2));
  }
  return print(visibleText(compareWithFirst(runs).map(describe).join("\n\n")));
}

function describe(comparison: RunComparison): string {
  const { baseline, candidate, changes, flips, languages } = comparison;
  const names = { baseline: `run ${baseline.id}`, candidate: `run ${candidate.id}` };
  return [
    `${names.baseline} (${baseline.model}) and ${names.candidate} (${candidate.model})`,
    ...describeComparison(comparison, names),
    ...changes.map(({ path, baseline: before, candidate: after }) => `  ${path}: ${before ?? "–"} → ${after ?? "–"}`),
    ...(languages.length > 1
      ? languages.map(({ language, difference }) => {
          const points = Math.round(difference.difference * 1000) / 10;
          return `  ${language}: ${points > 0 ? "+" : ""}${points} points, p = ${difference.adjustedP.toPrecision(2)}`;
        })
      : []),
    ...flips
      .slice(0, maxFlips)
      .map(({ language, exercise, difference }) => `  ${difference > 0 ? "+" : "−"} ${language}/${exercise}`),
    ...(flips.length > maxFlips ? [`  … and ${flips.length - maxFlips} more that differ`] : []),
  ].join("\n");
}

const maxFlips = 30;
