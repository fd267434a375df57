import { openEvalServices, openRun, readRun } from "@roo-code/evals/control";
import { parseCommandLine } from "../command-line.ts";
import { controlFlags } from "../evals/control-flags.ts";
import { controlRunHere } from "../evals/control-run.ts";
import { parseRunId } from "../evals/read-runs.ts";
import { toggle } from "../flags.ts";
import { processContext } from "../process-context.ts";

const commandLine = {
  usage: "roo evals resume RUN [flags]",
  about: `Continue a run that was interrupted, cancelled, stopped at a limit or killed. On a second machine with the same database,
help with a run that is running.`,
  flags: { ...controlFlags, errors: toggle("also retry trials that ended with an error") },
  positionals: { min: 1, max: 1 },
};

export async function evalsResume(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(commandLine, args);
  if (!parsed) return 0;
  const { flags, positionals } = parsed;
  const runId = parseRunId(positionals[0]);
  await using opened = await openEvalServices(processContext());
  await openRun(opened.database, runId, { retriesErrors: flags.errors ?? false });
  return await controlRunHere(opened, await readRun(opened.database, runId), flags);
}
