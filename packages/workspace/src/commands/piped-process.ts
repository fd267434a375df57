import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, readSync } from "node:fs";
import { Socket } from "node:net";
import type { CommandProcess, ProcessEnd, ProcessStart } from "./command-process.ts";
import type { OutputPipe, OutputPipes } from "./output-pipe.ts";
import { asSpawnFailure, noProcess } from "./spawn-failure.ts";

/** More than a pipe's capacity: after this many bytes, everything in it when the shell exited has been read. */
const maxDrained = 1024 * 1024;

/** Starts a command without a terminal. Its input is a pipe, or empty. */
export async function startPiped(
  start: ProcessStart,
  options: { pipes: OutputPipes; hasInput: boolean },
): Promise<CommandProcess> {
  const pipe = await options.pipes.take().catch((error: unknown) => {
    throw noProcess(error);
  });
  const child = await spawnShell(start, pipe, options.hasInput);
  const output = new Socket({ fd: pipe.readEnd, readable: true, writable: false });
  let isClosed = false;
  output.on("data", (chunk: Buffer) => start.take(chunk));
  output.on("error", () => undefined);
  const closed = new Promise<void>((resolve) => {
    output.on("close", () => {
      isClosed = true;
      resolve();
    });
  });
  const gone = endOf(child);
  const exited = Promise.race([gone, reportedEnd(child)]).then((end) => {
    if (!isClosed) readRest(pipe.readEnd, start);
    return end;
  });
  child.stdin?.on("error", () => undefined);
  return {
    pid: child.pid ?? 0,
    exited,
    gone,
    closed,
    write: (text) => child.stdin?.write(text),
    closeInput: () => child.stdin?.end(),
    release: () => {
      output.unref();
      child.unref();
      for (const stream of child.stdio) if (stream instanceof Socket) stream.unref();
    },
  };
}

async function spawnShell(start: ProcessStart, pipe: OutputPipe, hasInput: boolean): Promise<ChildProcess> {
  try {
    const child = spawn(start.program, start.arguments, {
      cwd: start.cwd,
      env: start.environment,
      stdio: [
        hasInput ? "pipe" : "ignore",
        pipe.writeEnd,
        pipe.writeEnd,
        ...(start.usesStatusPipe ? ["pipe" as const] : []),
      ],
      detached: true,
    });
    await once(child, "spawn");
    return child;
  } catch (error) {
    closeSync(pipe.readEnd);
    throw asSpawnFailure(error);
  } finally {
    // The child has its own copy: ours would keep the pipe open forever.
    closeSync(pipe.writeEnd);
  }
}

/** Reported by a shell in a sandbox that exits before other processes there; otherwise never resolves. */
async function reportedEnd(child: ChildProcess): Promise<ProcessEnd> {
  return new Promise((resolve) => {
    const stream = child.stdio[3];
    if (!(stream instanceof Socket)) return;
    stream.on("error", () => undefined);
    stream.on("data", (chunk: Buffer) => resolve({ exitCode: Number(chunk), signal: null, leavesOthers: true }));
  });
}

async function endOf(child: ChildProcess): Promise<ProcessEnd> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit").catch(() => undefined);
  return { exitCode: child.exitCode, signal: child.signalCode };
}

/** Reads what is in the pipe right now: other processes may keep it open, so its end may never come. */
function readRest(descriptor: number, start: ProcessStart): void {
  const chunk = Buffer.allocUnsafe(64 * 1024);
  for (let total = 0; total < maxDrained; ) {
    const length = tryRead(descriptor, chunk);
    if (length === 0) return;
    start.take(chunk.subarray(0, length));
    total += length;
  }
}

function tryRead(descriptor: number, chunk: Buffer): number {
  try {
    return readSync(descriptor, chunk);
  } catch {
    return 0;
  }
}
