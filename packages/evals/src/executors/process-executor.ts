import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { RunnerOrder } from "../runner/runner-order.ts";
import type { TrialExecutor } from "./executor.ts";
import { RunnerProcess } from "./runner-process.ts";

export interface ProcessExecutorOptions {
  /** The runner's command line: program, then arguments. */
  readonly runner: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
}

/** Each trial in a process of its own, with all that it starts. */
export function processExecutor({ runner, environment }: ProcessExecutorOptions): TrialExecutor {
  const [program = "", ...args] = runner;
  return {
    name: "process",
    start: (order, observe) => {
      const log = openLog(order);
      const running = new RunnerProcess({
        program,
        arguments: args,
        environment: withoutOurs(environment),
        order,
        observe,
        deadlineMs: deadlineOf(order),
        log: log.write,
      });
      void running.end.finally(log.close);
      return running;
    },
  };
}

/** Where results go is no business of who is tried. */
function withoutOurs({ DATABASE_URL: _, REDIS_URL: __, ...rest }: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return rest;
}

/** Preparing and grading, twice where the agent may try again, beside the agent's own time. */
const besidesMs = 30 * 60_000;

export function deadlineOf({ limits }: RunnerOrder): number {
  // A timer takes no more than 24 days.
  return Math.min(limits.seconds * 1000 + besidesMs, 2 ** 31 - 1);
}

const mostLogged = 1024 * 1024;

/** What a runner prints, as far as somebody may want to read it. */
export function openLog({ artifacts }: RunnerOrder): { write(chunk: Buffer): void; close(): void } {
  mkdirSync(artifacts, { recursive: true, mode: 0o700 });
  const file = openSync(join(artifacts, "runner.log"), "a", 0o600);
  let left = mostLogged;
  return {
    write: (chunk) => {
      left -= writeSync(file, chunk.subarray(0, left));
    },
    close: () => closeSync(file),
  };
}
