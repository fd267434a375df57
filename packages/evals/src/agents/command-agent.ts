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
import { refuseUnmeasurableLimits } from "./check-agent.ts";
import { confineAgent } from "./confine/confine-agent.ts";

/**
 * Any other program: a shell command, run in the folder. `{prompt}` in it is replaced by the prompt, `{prompt-file}` by the
 * path of a file with the prompt. Both are in the environment as well; without either, the prompt is its standard input.
 */
export function createCommandAgent(line: string): TrialAgent {
  return { name: `command:${line}`, work: (input) => work(input, line) };
}

async function work(input: AgentInput, line: string): Promise<AgentOutcome> {
  const startedAt = performance.now();
  refuseUnmeasurableLimits(input.limits, `command:${line}`);
  const promptFolder = mkdtempSync(join(tmpdir(), "roo-prompt-"));
  const promptFile = join(promptFolder, "prompt.md");
  writeFileSync(promptFile, input.prompt);
  try {
    const exit = await run(input, { line, promptFile });
    const metrics = { ...noMetrics, duration: Math.round(performance.now() - startedAt) };
    const outcome = { metrics, limit: null, error: null, toolErrors: [], commands: [line] };
    if (exit.code === 0 || input.signal.aborted) return outcome;
    return exit.code === 127 ? { ...outcome, error: notFound(line) } : { ...outcome, failure: failureOf(exit) };
  } finally {
    rmSync(promptFolder, { recursive: true, force: true });
  }
}

interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The end of its output. */
  readonly output: string;
}

async function run(input: AgentInput, { line, promptFile }: { line: string; promptFile: string }): Promise<Exit> {
  const { folder, prompt, hidden, signal, artifacts } = input;
  const id = randomUUID();
  const environment = {
    ...withoutRooVariables(process.env),
    ROO_TRIAL_ID: id,
    ROO_PROMPT: prompt,
    ROO_PROMPT_FILE: promptFile,
    TMPDIR: "/tmp",
  };
  const start = await confineAgent({
    line: expandPlaceholders(line, { prompt, promptFile }),
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
  const printed = Promise.allSettled([child.stdout, child.stderr].map((stream) => pipeToLog(stream, log)));
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
  return { code: child.exitCode, signal: child.signalCode, output: readFileSync(logFile, "utf8").trim().slice(-500) };
}

const kept = new Set([markVariable, "ROO_JAVA_LIBRARIES"]);

/** Our configuration, home and databases are hidden from the tested program. */
function withoutRooVariables(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isOurs = (name: string) => /^(ROO_|(DATABASE|REDIS)_URL$|(OLD)?PWD$|INIT_CWD$)/.test(name) && !kept.has(name);
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !isOurs(name)));
}

/** Resolves when the stream ends, which is when the last process that could print has ended. */
async function pipeToLog(stream: Readable, log: WriteStream): Promise<void> {
  stream.pipe(log, { end: false });
  await finished(stream);
}

function expandPlaceholders(line: string, { prompt, promptFile }: { prompt: string; promptFile: string }): string {
  return line
    .replaceAll("{prompt-file}", () => shellLine([promptFile]))
    .replaceAll("{prompt}", () => shellLine([prompt]));
}

function failureOf({ code, signal, output }: Exit): Failure {
  const how = signal === null ? `It exited with ${code}` : `It was ended by ${signal}`;
  return {
    code: "agent_failed",
    message: `${how} and left nothing to grade.${output === "" ? "" : ` Output: ${output}`}`,
  };
}

function notFound(line: string): Failure {
  return { code: "agent_not_found", message: `The shell did not find the program: ${line}` };
}
