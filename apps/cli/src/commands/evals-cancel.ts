import { openEvalServices, readRun, stopRun } from "@roo-code/evals/control";
import { parseCommandLine } from "../command-line.ts";
import { parseRunId } from "../evals/read-runs.ts";
import { choice } from "../flags.ts";
import { processContext } from "../process-context.ts";
import { print } from "../subcommands.ts";

const commandLine = {
  usage: "roo evals cancel RUN",
  about:
    "Stop a run within seconds, on all machines. Finished trials are kept; roo evals resume continues with the rest.",
  flags: { output: choice(["text", "json"], "text or json (default: text)") },
  positionals: { min: 1, max: 1 },
};

export async function evalsCancel(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(commandLine, args);
  if (!parsed) return 0;
  const runId = parseRunId(parsed.positionals[0]);
  await using opened = await openEvalServices(processContext());
  await stopRun(opened.database, runId);
  const run = await readRun(opened.database, runId);
  if (parsed.flags.output === "json") return print(JSON.stringify(run, null, 2));
  return print(run.status === "finished" ? `Run ${runId} is already finished.` : `Run ${runId} is cancelled.`);
}
