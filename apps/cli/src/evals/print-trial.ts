import { holderName, readTrialFiles, type TrialAttempt, type TrialDetails } from "@roo-code/evals/control";
import colors from "picocolors";
import { colorDiff } from "../output/format.ts";
import { visibleText } from "../terminal-text.ts";
import { formatCount, formatDuration, formatTrial } from "./format-trial.ts";

const maxGradingLength = 8_000;

/** Prints one trial. */
export async function printTrial(details: TrialDetails, output: "text" | "json"): Promise<void> {
  const { gradingOutput: grading } = await readTrialFiles(details.artifacts);
  if (output === "json") {
    process.stdout.write(`${JSON.stringify({ ...details, gradingOutput: grading }, null, 2)}\n`);
    return;
  }
  const { trial, attempts, toolErrors, diff, artifacts } = details;
  const { metrics } = trial;
  const sections = [
    formatTrial(trial, colors),
    metrics &&
      `${metrics.turns} turns, ${formatCount(metrics.tokensIn)} tokens in, ${formatCount(metrics.tokensOut)} out`,
    attempts.length > 1 && attempts.map(attemptLine).join("\n"),
    toolErrors.length > 0 &&
      toolErrors.map(({ tool, error }) => `${tool}: ${visibleText(error.slice(0, 300))}`).join("\n"),
    diff !== "" && colorDiff(visibleText(diff)),
    grading !== "" && visibleText(grading.slice(-maxGradingLength)),
    artifacts !== null && `Logs and more: ${artifacts}`,
  ];
  process.stdout.write(`${sections.filter(Boolean).join("\n\n")}\n`);
}

function attemptLine({ number, holder, startedAt, finishedAt, error }: TrialAttempt): string {
  const end = error ? `${error.code}: ${visibleText(error.message)}` : finishedAt === null ? "vanished" : "done";
  const took = finishedAt === null ? "" : `, ${formatDuration(Date.parse(finishedAt) - Date.parse(startedAt))}`;
  return `attempt ${number} on ${holderName(holder)}${took}: ${end}`;
}
