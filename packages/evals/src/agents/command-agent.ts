import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createWriteStream, mkdtempSync, rmSync, type WriteStream, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { endProcessTree } from "@roo-code/workspace";
import { noMetrics } from "../trial/metrics.ts";
import { shellLine } from "../trial/shell-words.ts";
import type { AgentOrder, AgentOutcome, TrialAgent } from "../trial-agent.ts";
import { hideFolders } from "./hide-folders.ts";

/**
 * Any other program: a line for the shell, run in the folder. `{prompt}` in it stands for the prompt, `{prompt-file}` for a file
 * that holds it; both are in the environment as well, and without either the prompt is its input.
 */
export function createCommandAgent(line: string): TrialAgent {
  return { name: `command:${line}`, work: (order) => work(order, line) };
}

async function work(order: AgentOrder, line: string): Promise<AgentOutcome> {
  const startedAt = performance.now();
  const own = mkdtempSync(join(tmpdir(), "roo-prompt-"));
  const promptFile = join(own, "prompt.md");
  writeFileSync(promptFile, order.prompt);
  try {
    const exitCode = await run(order, { line, promptFile });
    const metrics = { ...noMetrics, duration: Math.round(performance.now() - startedAt) };
    return { metrics, limit: null, error: exitCode === 127 ? notFound(line) : null, toolErrors: [], commands: [line] };
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

async function run(
  order: AgentOrder,
  { line, promptFile }: { line: string; promptFile: string },
): Promise<number | null> {
  const { folder, prompt, hidden, signal, artifacts } = order;
  const shell = { program: "/bin/sh", arguments: ["-c", fillIn(line, { prompt, promptFile })] };
  const start = await hideFolders(shell, { hidden, visible: folder });
  const id = randomUUID();
  const log = createWriteStream(join(artifacts, "agent.log"), { flags: "a" });
  const child = spawn(start.program, start.arguments, {
    cwd: folder,
    env: { ...process.env, ROO_TRIAL_ID: id, ROO_PROMPT: prompt, ROO_PROMPT_FILE: promptFile },
    stdio: ["pipe", "pipe", "pipe"],
    detached: true,
  });
  child.stdin.on("error", () => undefined);
  child.stdin.end(line.includes("{prompt") ? "" : prompt);
  const printed = Promise.allSettled([child.stdout, child.stderr].map((stream) => printInto(stream, log)));
  const marks = {
    leaders: new Set([child.pid ?? 0]),
    environmentMark: `ROO_TRIAL_ID=${id}\0`,
    areSandboxes: start.isHidden,
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
  return child.exitCode;
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

function notFound(line: string) {
  return { code: "agent_not_found", message: `The shell found no program to run for: ${line}` };
}
