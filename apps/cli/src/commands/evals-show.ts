import { openEvalServices, readTrial } from "@roo-code/evals/control";
import { parseCommandLine } from "../command-line.ts";
import { printRun } from "../evals/print-run.ts";
import { printTrial } from "../evals/print-trial.ts";
import { runIdOf } from "../evals/run-id.ts";
import { choice } from "../flags.ts";
import { places } from "../places.ts";

const commandLine = {
  usage: "roo evals show RUN [TRIAL]",
  about: "What a run came to, or one of its trials: tests, attempts, what the agent changed, and where its log is.",
  flags: { output: choice(["text", "json"], "text or json (default: text)") },
  words: { least: 1, most: 2 },
};

export async function evalsShow(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(commandLine, args);
  if (!parsed) return 0;
  const { words, flags } = parsed;
  const runId = runIdOf(words[0]);
  await using opened = await openEvalServices(places());
  const output = flags.output ?? "text";
  if (words[1] === undefined) await printRun(opened.database, runId, output);
  else await printTrial(await readTrial(opened.database, runIdOf(words[1])), output);
  return 0;
}
