import { setTimeout as sleep } from "node:timers/promises";
import { findShell, HeadTail } from "@roo-code/workspace";
import { ExtensionProcess } from "../extension-process.ts";

interface HookRun {
  readonly command: string;
  readonly cwd: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Its stdin. */
  readonly input: string;
  /** Called with the process, so that it can be killed at once. */
  onStart?(process: ExtensionProcess): void;
}

interface HookOutcome {
  readonly ended: "exit" | "timeout" | "abort" | "not-started";
  /** null when a signal ended it. */
  readonly exitCode: number | null;
  /** Complete; undefined if it is too long. */
  readonly stdout: string | undefined;
  /** Its start and its end, shortened in between. */
  readonly stderr: string;
}

const maxStdout = 64 * 1024;
const maxStderr = 8 * 1024;
/** All processes have ended by then; only streams the system keeps open can take longer. */
const graceMs = 2_000;

/** Runs a hook to its end and leaves no process behind. Never throws. */
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

/** Whichever comes first: its end, its time limit, or an abort. */
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

/** Reads all output, so that the hook is never blocked, but keeps little of it. */
function readOutput({ child }: ExtensionProcess, input: string) {
  const stdout = new HeadTail(maxStdout);
  const stderr = new HeadTail(maxStderr);
  child.stdout?.on("data", (chunk: Buffer) => stdout.push(chunk));
  child.stderr?.on("data", (chunk: Buffer) => stderr.push(chunk));
  // The hook may close its stdin without reading it.
  child.stdin?.on("error", () => undefined);
  child.stdin?.end(input);
  return {
    closed: new Promise<void>((resolve) => child.on("close", () => resolve())),
    read: () => ({ stdout: stdout.whole()?.toString("utf8"), stderr: stderr.read().text }),
  };
}

/** The parsed answer of a hook. */
export interface HookAnswer {
  readonly decision?: "allow" | "deny";
  /** Why it denied. */
  readonly reason?: string;
  /** For the model, in addition to the result. */
  readonly note?: string;
  /** Why it failed. */
  readonly failure?: string;
}

const maxText = 4_000;
const maxFailure = 500;
const denyingExitCode = 2;

/** Exit code 0: the decision in its JSON output, if any. 2: deny, with stderr as the reason. Anything else: it failed. */
export function answerOf(outcome: HookOutcome, timeoutMs: number): HookAnswer {
  const { ended, exitCode, stdout, stderr } = outcome;
  const message = stderr.trim();
  if (ended === "abort") return { failure: "aborted" };
  if (ended === "timeout") return { failure: `it took longer than ${timeoutMs / 1000} s and was ended` };
  if (ended === "not-started") return { failure: `it could not be started: ${message}` };
  if (exitCode === denyingExitCode) return { decision: "deny", reason: message === "" ? undefined : shorten(message) };
  if (exitCode === 0) return printedAnswer(stdout);
  const how = exitCode === null ? "it was killed" : `exit code ${exitCode}`;
  return { failure: message === "" ? how : `${how}: ${message.slice(0, maxFailure)}` };
}

/** Other output is ignored. */
function printedAnswer(stdout: string | undefined): HookAnswer {
  const printed = parse(stdout?.trim() ?? "");
  if (typeof printed !== "object" || printed === null) return {};
  const decision = "decision" in printed ? printed.decision : undefined;
  const reason = "reason" in printed ? textOf(printed.reason) : undefined;
  const note = "note" in printed ? textOf(printed.note) : undefined;
  if (decision !== undefined && decision !== "allow" && decision !== "deny") {
    return { failure: 'its decision is neither "allow" nor "deny"' };
  }
  return { decision, reason, note };
}

function parse(text: string): unknown {
  if (!text.startsWith("{")) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? shorten(value.trim()) : undefined;
}

function shorten(text: string): string {
  return text.length > maxText ? `${text.slice(0, maxText)} …` : text;
}
