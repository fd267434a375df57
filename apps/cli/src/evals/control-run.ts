import { type ControlEnd, controlRun, type EvalServices, readRun, watchRun } from "@roo-code/evals/control";
import type { EvalRun } from "@roo-code/types";
import { exitCodes, signalExitCode } from "../exit-codes.ts";
import { listenForInterrupts } from "../interrupts.ts";
import { type ControlFlags, openExecutor } from "./control-flags.ts";
import { printRun } from "./print-run.ts";
import { createRunOutput } from "./run-output.ts";

/** Controls a run until nothing is left, shows its progress, and prints the result. */
export async function controlRunHere(
  services: EvalServices,
  run: EvalRun,
  flags: ControlFlags & { readonly hasSummary?: boolean },
): Promise<number> {
  const { database, bus, home } = services;
  const executor = await openExecutor(run.request, flags);
  const stop = new AbortController();
  const interrupts = listenForInterrupts({ stop: () => stop.abort(), kill: () => {} });
  const watching = show(services, run.id, { signal: stop.signal, isQuiet: flags.quiet ?? false });
  const { concurrency } = flags;
  const end = await controlRun({ database, bus, executor, run, home, concurrency, signal: stop.signal }).finally(() => {
    interrupts.dispose();
    stop.abort();
  });
  await watching;
  if (flags.hasSummary ?? true) await printRun(database, run.id, flags.output ?? "text");
  if (end === "interrupted") process.stderr.write(`Interrupted. Continue with: roo evals resume ${run.id}\n`);
  return exitCodeOf(end, { run: await readRun(database, run.id), signal: interrupts.received() });
}

/** Until the run is over, or the signal aborts. */
async function show(
  { database, bus }: EvalServices,
  runId: number,
  { signal, isQuiet }: { signal: AbortSignal; isQuiet: boolean },
): Promise<void> {
  if (isQuiet) return;
  const output = createRunOutput(process.stderr);
  for await (const news of watchRun({ database, bus, runId, signal })) output.update(news);
  output.end();
}

function exitCodeOf(end: ControlEnd, { run, signal }: { run: EvalRun; signal: NodeJS.Signals | undefined }): number {
  if (end === "interrupted") return signalExitCode(signal);
  if (end === "limit") return exitCodes.limit;
  return end === "cancelled" || run.counts.error > 0 ? exitCodes.failed : exitCodes.completed;
}
