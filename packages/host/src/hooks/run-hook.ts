import { setTimeout as sleep } from "node:timers/promises";
import { findShell, HeadTail } from "@roo-code/workspace";
import { ExtensionProcess } from "../extensions/extension-process.ts";

export interface HookRun {
  readonly command: string;
  readonly cwd: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** What it reads. */
  readonly input: string;
  /** Told of the process, for who must end it at once. */
  onStart?(process: ExtensionProcess): void;
}

export interface HookOutcome {
  readonly ended: "exit" | "timeout" | "abort" | "not-started";
  /** null when a signal ended it. */
  readonly exitCode: number | null;
  /** Whole; undefined when it was more than is read. */
  readonly stdout: string | undefined;
  /** Its beginning and its end. */
  readonly stderr: string;
}

const mostStdout = 64 * 1024;
const mostStderr = 8 * 1024;
/** Everything that could print has ended by then; only what the system itself holds open can take longer. */
const graceMs = 2_000;

/** Runs one hook to its end; nothing that it started is left. Never throws. */
export async function runHook(run: HookRun): Promise<HookOutcome> {
  if (run.signal.aborted) return { ended: "abort", exitCode: null, stdout: "", stderr: "" };
  try {
    return await runProcess(startShell(run), run);
  } catch (error) {
    return notStarted(error instanceof Error ? error.message : String(error));
  }
}

function startShell({ command, cwd, environment }: HookRun): ExtensionProcess {
  const shell = findShell();
  return new ExtensionProcess({
    program: shell.program,
    arguments: [...shell.arguments, command],
    cwd,
    environment,
    stdio: ["pipe", "pipe", "pipe"],
  });
}

async function runProcess(process: ExtensionProcess, run: HookRun): Promise<HookOutcome> {
  run.onStart?.(process);
  const output = readOutput(process, run.input);
  const ended = await firstOf(process, run);
  await process.end();
  const { exitCode, problem } = await process.ended;
  if (problem !== undefined) return notStarted(problem);
  await Promise.race([output.closed, sleep(graceMs, undefined, { ref: false })]);
  return { ended, exitCode: ended === "exit" ? exitCode : null, ...output.read() };
}

function notStarted(problem: string): HookOutcome {
  return { ended: "not-started", exitCode: null, stdout: "", stderr: problem };
}

/** What comes first: its end, its time limit, or an abort. */
async function firstOf(process: ExtensionProcess, run: HookRun): Promise<"exit" | "timeout" | "abort"> {
  const { promise, resolve } = Promise.withResolvers<"exit" | "timeout" | "abort">();
  const onAbort = (): void => resolve("abort");
  const timer = setTimeout(() => resolve("timeout"), run.timeoutMs);
  run.signal.addEventListener("abort", onAbort, { once: true });
  void process.ended.then(() => resolve("exit"));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    run.signal.removeEventListener("abort", onAbort);
  }
}

/** All of it is read, so that it is never held up; little of it is kept. */
function readOutput({ child }: ExtensionProcess, input: string) {
  const stdout = new HeadTail(mostStdout);
  const stderr = new HeadTail(mostStderr);
  child.stdout?.on("data", (chunk: Buffer) => stdout.push(chunk));
  child.stderr?.on("data", (chunk: Buffer) => stderr.push(chunk));
  // It need not read what it is given.
  child.stdin?.on("error", () => undefined);
  child.stdin?.end(input);
  return {
    closed: new Promise<void>((resolve) => child.on("close", () => resolve())),
    read: () => ({ stdout: stdout.whole()?.toString("utf8"), stderr: stderr.read().text }),
  };
}
