import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createWriteStream, mkdtempSync, readFileSync, rmSync, type WriteStream, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import type { Failure } from "@roo-code/types";
import { endProcessTree } from "@roo-code/workspace";
import { noMetrics } from "../trial/metrics.ts";
import { shellLine } from "../trial/sealed-workspace.ts";
import type { AgentInput, AgentOutcome, TrialAgent } from "../trial-agent.ts";
import { markVariable } from "../trial-mark.ts";
import { refuseUncountable } from "./check-agent.ts";
import { confineAgent } from "./confine/confine-agent.ts";

/**
 * Any other program: a line for the shell, run in the folder. `{prompt}` in it stands for the prompt, `{prompt-file}` for a file
 * that holds it; both are in the environment as well, and without either the prompt is its input.
 */
export function createCommandAgent(line: string): TrialAgent {
  return { name: `command:${line}`, work: (order) => work(order, line) };
}

async function work(order: AgentInput, line: string): Promise<AgentOutcome> {
  const startedAt = performance.now();
  refuseUncountable(order.limits, `command:${line}`);
  const own = mkdtempSync(join(tmpdir(), "roo-prompt-"));
  const promptFile = join(own, "prompt.md");
  writeFileSync(promptFile, order.prompt);
  try {
    const exit = await run(order, { line, promptFile });
    const metrics = { ...noMetrics, duration: Math.round(performance.now() - startedAt) };
    const outcome = { metrics, limit: null, error: null, toolErrors: [], commands: [line] };
    if (exit.code === 0 || order.signal.aborted) return outcome;
    return exit.code === 127 ? { ...outcome, error: notFound(line) } : { ...outcome, failure: failureOf(exit) };
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The end of what it printed. */
  readonly said: string;
}

async function run(order: AgentInput, { line, promptFile }: { line: string; promptFile: string }): Promise<Exit> {
  const { folder, prompt, hidden, signal, artifacts } = order;
  const id = randomUUID();
  const environment = {
    ...withoutOurs(process.env),
    ROO_TRIAL_ID: id,
    ROO_PROMPT: prompt,
    ROO_PROMPT_FILE: promptFile,
    TMPDIR: "/tmp",
  };
  const start = await confineAgent({
    line: fillIn(line, { prompt, promptFile }),
    template: line,
    folder,
    promptFile,
    environment: process.env,
    hidden,
  });
  const logFile = join(artifacts, "agent.log");
  const log = createWriteStream(logFile, { flags: "a" });
  const child = spawn(start.program, start.arguments, {
    cwd: folder,
    env: environment,
    stdio: ["pipe", "pipe", "pipe"],
    detached: true,
  });
  child.stdin.on("error", () => undefined);
  child.stdin.end(line.includes("{prompt") ? "" : prompt);
  const printed = Promise.allSettled([child.stdout, child.stderr].map((stream) => printInto(stream, log)));
  const marks = {
    leaders: new Set([child.pid ?? 0]),
    environmentMark: `ROO_TRIAL_ID=${id}\0`,
    areSandboxes: true,
  };
  const stop = (): void => void endProcessTree(marks);
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  try {
    await Promise.race([once(child, "exit"), once(child, "error")]);
  } finally {
    signal.removeEventListener("abort", stop);
    await endProcessTree(marks);
    await printed;
    log.end();
    await finished(log);
  }
  return { code: child.exitCode, signal: child.signalCode, said: readFileSync(logFile, "utf8").trim().slice(-500) };
}

const kept = new Set([markVariable, "ROO_JAVA_LIBRARIES"]);

/** How we are set up, where our home is and where runs are kept is nothing to who is tried. */
function withoutOurs(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isOurs = (name: string) => /^(ROO_|(DATABASE|REDIS)_URL$|(OLD)?PWD$|INIT_CWD$)/.test(name) && !kept.has(name);
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !isOurs(name)));
}

/** Until it has ended, with everybody who could still print. */
async function printInto(stream: Readable, log: WriteStream): Promise<void> {
  stream.pipe(log, { end: false });
  await finished(stream);
}

function fillIn(line: string, { prompt, promptFile }: { prompt: string; promptFile: string }): string {
  return line
    .replaceAll("{prompt-file}", () => shellLine([promptFile]))
    .replaceAll("{prompt}", () => shellLine([prompt]));
}

function failureOf({ code, signal, said }: Exit): Failure {
  const how = signal === null ? `It exited with ${code}` : `It was ended by ${signal}`;
  return {
    code: "agent_failed",
    message: `${how} and left nothing to grade.${said === "" ? "" : ` It said: ${said}`}`,
  };
}

function notFound(line: string): Failure {
  return { code: "agent_not_found", message: `The shell found no program to run for: ${line}` };
}
