import { openEvalServices, watchRun } from "@roo-code/evals/control";
import { parseCommandLine } from "../command-line.ts";
import { printRun } from "../evals/print-run.ts";
import { parseRunId } from "../evals/read-runs.ts";
import { createRunOutput } from "../evals/run-output.ts";
import { signalExitCode } from "../exit-codes.ts";
import { choice } from "../flags.ts";
import { listenForInterrupts } from "../interrupts.ts";
import { processContext } from "../process-context.ts";

const commandLine = {
  usage: "roo evals watch RUN",
  about: "Follow a run until it is over. Ctrl-C stops watching; the run continues.",
  flags: { output: choice(["text", "ndjson"], "text, or ndjson with one line per change (default: text)") },
  positionals: { min: 1, max: 1 },
};

export async function evalsWatch(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(commandLine, args);
  if (!parsed) return 0;
  const runId = parseRunId(parsed.positionals[0]);
  await using opened = await openEvalServices(processContext());
  const { database, bus } = opened;
  const stop = new AbortController();
  const interrupts = listenForInterrupts({ stop: () => stop.abort(), kill: () => {} });
  const isText = parsed.flags.output !== "ndjson";
  const output = isText ? createRunOutput(process.stderr) : undefined;
  for await (const news of watchRun({ database, bus, runId, signal: stop.signal })) {
    if (output) output.update(news);
    else process.stdout.write(`${JSON.stringify(news)}\n`);
  }
  output?.end();
  interrupts.dispose();
  if (isText) await printRun(database, runId, "text");
  return stop.signal.aborted ? signalExitCode(interrupts.received()) : 0;
}
