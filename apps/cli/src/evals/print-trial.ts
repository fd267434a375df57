import { holderName, readTrialFiles, type TrialAttempt, type TrialDetails } from "@roo-code/evals/control";
import colors from "picocolors";
import { coloredDiff } from "../output/colored-diff.ts";
import { visibleText } from "../terminal-text.ts";
import { countText, durationText, trialLine } from "./trial-line.ts";

const mostGrading = 8_000;

/** One trial, for a person or a program. */
export async function printTrial(details: TrialDetails, output: "text" | "json"): Promise<void> {
  const { gradingOutput: grading } = await readTrialFiles(details.artifacts);
  if (output === "json") {
    process.stdout.write(`${JSON.stringify({ ...details, gradingOutput: grading }, null, 2)}\n`);
    return;
  }
  const { trial, attempts, toolErrors, diff, artifacts } = details;
  const { metrics } = trial;
  const sections = [
    trialLine(trial, colors),
    metrics && `${metrics.turns} turns, ${countText(metrics.tokensIn)} tokens in, ${countText(metrics.tokensOut)} out`,
    attempts.length > 1 && attempts.map(attemptLine).join("\n"),
    toolErrors.length > 0 &&
      toolErrors.map(({ tool, error }) => `${tool}: ${visibleText(error.slice(0, 300))}`).join("\n"),
    diff !== "" && coloredDiff(visibleText(diff)),
    grading !== "" && visibleText(grading.slice(-mostGrading)),
    artifacts !== null && `Logs and more: ${artifacts}`,
  ];
  process.stdout.write(`${sections.filter(Boolean).join("\n\n")}\n`);
}

function attemptLine({ number, holder, startedAt, finishedAt, error }: TrialAttempt): string {
  const end = error ? `${error.code}: ${visibleText(error.message)}` : finishedAt === null ? "vanished" : "done";
  const took = finishedAt === null ? "" : `, ${durationText(Date.parse(finishedAt) - Date.parse(startedAt))}`;
  return `attempt ${number} on ${holderName(holder)}${took}: ${end}`;
}
