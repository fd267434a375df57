import { openEvalServices, readTrial } from "@roo-code/evals/control";
import { parseCommandLine } from "../command-line.ts";
import { printRun } from "../evals/print-run.ts";
import { printTrial } from "../evals/print-trial.ts";
import { parseRunId } from "../evals/read-runs.ts";
import { choice } from "../flags.ts";
import { processContext } from "../process-context.ts";

const commandLine = {
  usage: "roo evals show RUN [TRIAL]",
  about: "Show the result of a run, or of one trial: tests, attempts, changes, and the path of its log.",
  flags: { output: choice(["text", "json"], "text or json (default: text)") },
  positionals: { min: 1, max: 2 },
};

export async function evalsShow(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(commandLine, args);
  if (!parsed) return 0;
  const { positionals, flags } = parsed;
  const runId = parseRunId(positionals[0]);
  await using opened = await openEvalServices(processContext());
  const output = flags.output ?? "text";
  if (positionals[1] === undefined) await printRun(opened.database, runId, output);
  else await printTrial(await readTrial(opened.database, parseRunId(positionals[1])), output);
  return 0;
}
