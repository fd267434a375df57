import { type ChildProcessByStdio, spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { TrialLimit, TrialMetrics } from "@roo-code/types";
import { endProcessTree, HeadTail } from "@roo-code/workspace";
import type { TrialReport } from "../queue/index.ts";
import type { RunnerInput, RunnerJob } from "../runner/runner-protocol.ts";
import { runnerOutputSchema } from "../runner/runner-protocol.ts";
import { noMetrics } from "../trial/metrics.ts";
import type { AgentUpdate } from "../trial-agent.ts";
import { environmentMark, markVariable } from "../trial-mark.ts";
import type { RunningTrial } from "./executor.ts";
import { failedTrial } from "./executor.ts";

interface RunnerProcessOptions {
  readonly program: string;
  readonly arguments: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  /** Its working folder; ours by default. */
  readonly folder?: string;
  readonly job: RunnerJob;
  readonly observe: (update: AgentUpdate) => void;
  /** Everything is killed after this. */
  readonly deadlineMs: number;
  /** Receives everything it prints besides protocol lines. */
  readonly log: (chunk: Buffer) => void;
  /** The cause of an exit, if the exit code does not show it. */
  readonly explainExit?: () => string | undefined;
  /** Cleans up after its processes have ended. Never throws; may be called twice. */
  readonly cleanUp?: () => Promise<void>;
}

/** How long a runner may take to exit after its report. */
const exitTimeoutMs = 10_000;

/** A runner process, driven over its standard input and output. Everything it started ends with it. */
export class RunnerProcess implements RunningTrial {
  readonly end: Promise<TrialReport>;
  readonly #start: RunnerProcessOptions;
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #printed = new HeadTail(4_000);
  #report: TrialReport | undefined;
  #metrics: TrialMetrics = noMetrics;
  #problem: string | undefined;

  constructor(start: RunnerProcessOptions) {
    this.#start = start;
    const { program, environment, job, log } = start;
    this.#child = spawn(program, start.arguments, {
      cwd: start.folder,
      env: { ...environment, [markVariable]: job.mark },
      stdio: ["pipe", "pipe", "pipe"],
      detached: true,
    });
    this.#child.on("error", (error) => {
      this.#problem = error.message;
    });
    this.#child.stdin.on("error", () => {});
    this.#child.stderr.on("data", (chunk: Buffer) => {
      this.#printed.push(chunk);
      log(chunk);
    });
    createInterface({ input: this.#child.stdout }).on("line", (line) => this.#read(line));
    this.#send({ type: "job", job });
    this.end = this.#waitForReport();
  }

  stop(limit: TrialLimit): void {
    this.#send({ type: "stop", limit });
  }

  kill(): void {
    this.#problem ??= "it was killed";
    void this.#endAll();
  }

  async #waitForReport(): Promise<TrialReport> {
    const timer = setTimeout(() => {
      this.#problem = `it did not finish within ${Math.round(this.#start.deadlineMs / 60_000)} minutes`;
      void this.#endAll();
    }, this.#start.deadlineMs);
    // Also emitted when it could not be started, after an error, which `once` of node:events would throw.
    await new Promise((resolve) => this.#child.once("close", resolve));
    clearTimeout(timer);
    await this.#endAll();
    return this.#report ?? failedTrial({ code: "runner_died", message: this.#describeExit() }, this.#metrics);
  }

  #read(line: string): void {
    const parsed = runnerOutputSchema.safeParse(jsonOf(line));
    if (!parsed.success) return this.#start.log(Buffer.from(`invalid line: ${line.slice(0, 500)}\n`));
    if (parsed.data.type !== "report") {
      if (parsed.data.type === "usage") this.#metrics = parsed.data.metrics;
      return this.#start.observe(parsed.data);
    }
    this.#report = parsed.data.report;
    this.#child.stdin.end();
    void sleep(exitTimeoutMs, undefined, { ref: false }).then(() => this.#endAll());
  }

  #send(line: RunnerInput): void {
    if (this.#child.stdin.writable) this.#child.stdin.write(`${JSON.stringify(line)}\n`);
  }

  /** In this order: a container engine's client that is still starting would create the container after its removal. */
  async #endAll(): Promise<void> {
    const { pid } = this.#child;
    await endProcessTree({
      leaders: new Set(pid === undefined ? [] : [pid]),
      environmentMark: environmentMark(this.#start.job.mark),
    });
    await this.#start.cleanUp?.();
  }

  #describeExit(): string {
    const { exitCode, signalCode } = this.#child;
    const how = this.#problem ?? this.#start.explainExit?.() ?? `it exited with ${signalCode ?? exitCode}`;
    const output = this.#printed.readWith(Buffer.alloc(0)).text.trim();
    return `The runner reported no result: ${how}${output === "" ? "." : `. Output: ${output}`}`;
  }
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

const maxLogBytes = 1024 * 1024;

/** Logs a runner's output, up to a limit. */
export function openLog({ artifacts }: RunnerJob): {
  readonly write: (chunk: Buffer) => void;
  readonly close: () => void;
} {
  mkdirSync(artifacts, { recursive: true, mode: 0o700 });
  const file = openSync(join(artifacts, "runner.log"), "a", 0o600);
  let left = maxLogBytes;
  return {
    write: (chunk) => {
      left -= writeSync(file, chunk.subarray(0, left));
    },
    close: () => closeSync(file),
  };
}
