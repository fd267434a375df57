import { openEvalServices, openRun, readRun } from "@roo-code/evals/control";
import { parseCommandLine } from "../command-line.ts";
import { carryOut } from "../evals/carry-out.ts";
import { controlFlags } from "../evals/control-flags.ts";
import { runIdOf } from "../evals/run-id.ts";
import { isSet } from "../flags.ts";
import { places } from "../places.ts";

const commandLine = {
  usage: "roo evals resume RUN [flags]",
  about: `Goes on with what is left of a run that was interrupted, cancelled, stopped at a cap or killed. On a second machine that
reaches the same database it helps with a run that goes on.`,
  flags: { ...controlFlags, errors: isSet("also try again what ended with an error") },
  words: { least: 1, most: 1 },
};

export async function evalsResume(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(commandLine, args);
  if (!parsed) return 0;
  const { flags, words } = parsed;
  const runId = runIdOf(words[0]);
  await using opened = await openEvalServices(places());
  await openRun(opened.database, runId, { retriesErrors: flags.errors ?? false });
  return await carryOut(opened, await readRun(opened.database, runId), flags);
}
