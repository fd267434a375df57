import { type ControlEnd, controlRun, type EvalServices, readRun, watchRun } from "@roo-code/evals/control";
import type { EvalRun } from "@roo-code/types";
import { exitCodes, signalExitCode } from "../exit-codes.ts";
import { listenForInterrupts } from "../interrupts.ts";
import { type ControlFlags, openExecutor } from "./control-flags.ts";
import { printRun } from "./print-run.ts";
import { runOutput } from "./run-output.ts";

/** Works on a run until nothing is left of it, with its progress on show, and says what it came to. */
export async function carryOut(
  places: EvalServices,
  run: EvalRun,
  flags: ControlFlags & { readonly isSummed?: boolean },
): Promise<number> {
  const { database, bus, home } = places;
  const executor = await openExecutor(run.request, flags);
  const stop = new AbortController();
  const interrupts = listenForInterrupts({ stop: () => stop.abort(), kill: () => {} });
  const watching = show(places, run.id, { signal: stop.signal, isQuiet: flags.quiet ?? false });
  const { concurrency } = flags;
  const end = await controlRun({ database, bus, executor, run, home, concurrency, signal: stop.signal }).finally(() => {
    interrupts.dispose();
    stop.abort();
  });
  await watching;
  if (flags.isSummed ?? true) await printRun(database, run.id, flags.output ?? "text");
  if (end === "interrupted") process.stderr.write(`Interrupted. Go on with: roo evals resume ${run.id}\n`);
  return exitCodeOf(end, { run: await readRun(database, run.id), signal: interrupts.received() });
}

/** Until the run is over, or nobody wants to see it any more. */
async function show(
  { database, bus }: EvalServices,
  runId: number,
  { signal, isQuiet }: { signal: AbortSignal; isQuiet: boolean },
): Promise<void> {
  if (isQuiet) return;
  const output = runOutput(process.stderr);
  for await (const news of watchRun({ database, bus, runId, signal })) output.news(news);
  output.end();
}

function exitCodeOf(end: ControlEnd, { run, signal }: { run: EvalRun; signal: NodeJS.Signals | undefined }): number {
  if (end === "interrupted") return signalExitCode(signal);
  if (end === "limit") return exitCodes.limit;
  return end === "cancelled" || run.counts.error > 0 ? exitCodes.failed : exitCodes.completed;
}
