import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { CommandOutcome, CommandRequest } from "@roo-code/types";
import type { CommandShell } from "./command-shell.ts";
import { HeadTail } from "./head-tail.ts";
import { type OutputPipe, openOutputPipe } from "./output-pipe.ts";
import { OutputReporter } from "./output-reporter.ts";
import { endProcessTree, type ProcessMarks } from "./process-tree.ts";
import { asSpawnFailure, noProcess } from "./spawn-failure.ts";

export interface CommandRun {
  readonly request: CommandRequest;
  readonly shell: CommandShell;
  /** Absolute and confined. */
  readonly cwd: string;
  readonly environment: Record<string, string>;
  /** What only this command's processes have in their environment. */
  readonly environmentMark: string;
  onStart(pid: number): void;
}

/** How long output may still come after the shell has exited while others hold the pipe. */
const graceMs = 300;

const notStarted: CommandOutcome = { exitCode: null, signal: null, ended: "abort", output: "", omittedBytes: 0 };

export async function runCommand(run: CommandRun): Promise<CommandOutcome> {
  const { request } = run;
  if (request.signal.aborted) return notStarted;
  const kept = new HeadTail(request.maxOutputBytes);
  const reporter = new OutputReporter((text) => request.onOutput(text));
  const take = (chunk: Buffer): void => {
    kept.push(chunk);
    reporter.push(chunk);
  };
  const pipe = await openOutputPipe().catch((error: unknown) => {
    throw noProcess(error);
  });
  const closed = once(pipe.output.on("data", take), "close").catch(() => undefined);
  const child = await start(run, pipe);
  const exited = child.exitCode === null && child.signalCode === null ? once(child, "exit") : Promise.resolve();

  const ended = await firstEnd(exited, request);
  if (ended !== "exit") await endProcessTree(marksOf(run, child));
  await Promise.race([Promise.all([exited, closed]), sleep(graceMs, undefined, { ref: false })]);

  // A background process may go on writing: drained, for a closed pipe would kill it; unheld, so that we can exit.
  pipe.output.off("data", take).resume().unref();
  child.unref();
  reporter.end();
  const { text, omittedBytes } = kept.read();
  return { exitCode: child.exitCode, signal: child.signalCode, ended, output: text, omittedBytes };
}

async function start(run: CommandRun, pipe: OutputPipe): Promise<ChildProcess> {
  const { request, shell, cwd, environment } = run;
  try {
    const child = spawn(shell.program, [...shell.arguments, request.command], {
      cwd,
      env: environment,
      stdio: ["ignore", pipe.writeEnd, pipe.writeEnd],
      detached: true,
    });
    await once(child, "spawn");
    if (child.pid !== undefined) run.onStart(child.pid);
    return child;
  } catch (error) {
    throw asSpawnFailure(error);
  } finally {
    pipe.closeWriteEnd();
  }
}

async function firstEnd(exited: Promise<unknown>, request: CommandRequest): Promise<CommandOutcome["ended"]> {
  const { promise, resolve } = Promise.withResolvers<CommandOutcome["ended"]>();
  const onAbort = (): void => resolve("abort");
  // A longer timer would fire at once.
  const timer = setTimeout(() => resolve("timeout"), Math.min(request.timeoutMs, 2 ** 31 - 1));
  request.signal.addEventListener("abort", onAbort, { once: true });
  if (request.signal.aborted) onAbort();
  void exited.then(() => resolve("exit"));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    request.signal.removeEventListener("abort", onAbort);
  }
}

function marksOf(run: CommandRun, child: ChildProcess): ProcessMarks {
  return { leaders: new Set(child.pid === undefined ? [] : [child.pid]), environmentMark: run.environmentMark };
}
