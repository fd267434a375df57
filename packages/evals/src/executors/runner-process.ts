import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { TrialLimit, TrialMetrics } from "@roo-code/types";
import { endProcessTree, HeadTail } from "@roo-code/workspace";
import type { TrialReport } from "../queue/index.ts";
import { type RunnerInput, runnerOutputSchema } from "../runner/runner-lines.ts";
import type { RunnerOrder } from "../runner/runner-order.ts";
import { noMetrics } from "../trial/metrics.ts";
import type { AgentNews } from "../trial-agent.ts";
import { environmentMark, markVariable } from "../trial-mark.ts";
import type { RunningTrial } from "./executor.ts";
import { failedTrial } from "./failed-trial.ts";

export interface RunnerStart {
  readonly program: string;
  readonly arguments: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  /** Where it is started; where we are unless given. */
  readonly folder?: string;
  readonly order: RunnerOrder;
  readonly observe: (news: AgentNews) => void;
  /** After this everything of it is ended, whatever it says. */
  readonly deadlineMs: number;
  /** Told everything that it prints beside its lines. */
  readonly log: (chunk: Buffer) => void;
  /** Why it may have died, where its end itself does not say. */
  readonly explainDeath?: () => string | undefined;
  /** Takes away what the end of its processes leaves. Never throws; may be called twice. */
  readonly cleanUp?: () => Promise<void>;
}

/** How long a runner may take to go once it has reported. */
const goodbyeMs = 10_000;

/** A runner behind two pipes. Whatever it started ends with it. */
export class RunnerProcess implements RunningTrial {
  readonly end: Promise<TrialReport>;
  readonly #start: RunnerStart;
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #printed = new HeadTail(4_000);
  #report: TrialReport | undefined;
  #metrics: TrialMetrics = noMetrics;
  #trouble: string | undefined;

  constructor(start: RunnerStart) {
    this.#start = start;
    const { program, environment, order, log } = start;
    this.#child = spawn(program, start.arguments, {
      cwd: start.folder,
      env: { ...environment, [markVariable]: order.mark },
      stdio: ["pipe", "pipe", "pipe"],
      detached: true,
    });
    this.#child.on("error", (error) => {
      this.#trouble = error.message;
    });
    this.#child.stdin.on("error", () => {});
    this.#child.stderr.on("data", (chunk: Buffer) => {
      this.#printed.push(chunk);
      log(chunk);
    });
    createInterface({ input: this.#child.stdout }).on("line", (line) => this.#read(line));
    this.#send({ type: "order", order });
    this.end = this.#follow();
  }

  stop(limit: TrialLimit): void {
    this.#send({ type: "stop", limit });
  }

  kill(): void {
    this.#trouble ??= "it was ended";
    void this.#endAll();
  }

  async #follow(): Promise<TrialReport> {
    const timer = setTimeout(() => {
      this.#trouble = `it was not done within ${Math.round(this.#start.deadlineMs / 60_000)} minutes`;
      void this.#endAll();
    }, this.#start.deadlineMs);
    // Also comes when it could not be started.
    await once(this.#child, "close");
    clearTimeout(timer);
    await this.#endAll();
    return this.#report ?? failedTrial({ code: "runner_died", message: this.#describeDeath() }, this.#metrics);
  }

  #read(line: string): void {
    const parsed = runnerOutputSchema.safeParse(jsonOf(line));
    if (!parsed.success) return this.#start.log(Buffer.from(`not understood: ${line.slice(0, 500)}\n`));
    if (parsed.data.type !== "report") {
      if (parsed.data.type === "usage") this.#metrics = parsed.data.metrics;
      return this.#start.observe(parsed.data);
    }
    this.#report = parsed.data.report;
    this.#child.stdin.end();
    void sleep(goodbyeMs, undefined, { ref: false }).then(() => this.#endAll());
  }

  #send(line: RunnerInput): void {
    if (this.#child.stdin.writable) this.#child.stdin.write(`${JSON.stringify(line)}\n`);
  }

  /** In this order: an engine's client that still starts something would go on after that was taken away. */
  async #endAll(): Promise<void> {
    const { pid } = this.#child;
    await endProcessTree({
      leaders: new Set(pid === undefined ? [] : [pid]),
      environmentMark: environmentMark(this.#start.order.mark),
    });
    await this.#start.cleanUp?.();
  }

  #describeDeath(): string {
    const { exitCode, signalCode } = this.#child;
    const how = this.#trouble ?? this.#start.explainDeath?.() ?? `it ended with ${signalCode ?? exitCode}`;
    const said = this.#printed.readWith(Buffer.alloc(0)).text.trim();
    return `The runner gave no result: ${how}${said === "" ? "." : `. It said: ${said}`}`;
  }
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
