import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { childEnvironment, endProcessTree, killProcessTree, type ProcessMarks } from "@roo-code/workspace";

export interface ExtensionStart {
  readonly program: string;
  readonly arguments: readonly string[];
  readonly cwd: string;
  /** What it inherits from, by the same allow-list as the agent's commands. */
  readonly environment: NodeJS.ProcessEnv;
  readonly stdio: NonNullable<SpawnOptions["stdio"]>;
  /** It is started in a sandbox, with this very environment. */
  readonly isSandbox?: boolean;
}

/**
 * A program of the user's or the project's, in a process group of its own: it ends with everything it has started. The
 * constructor throws where the system refuses a process at once; most refusals show as its end instead.
 */
export class ExtensionProcess {
  readonly child: ChildProcess;
  /** How it ended, or why it never started. Never rejects. */
  readonly ended: Promise<ExtensionEnd>;
  readonly #marks: ProcessMarks;

  constructor(start: ExtensionStart) {
    const id = randomUUID();
    this.child = spawn(start.program, start.arguments, {
      cwd: start.cwd,
      env: {
        ...(start.isSandbox ? start.environment : childEnvironment(start.environment)),
        ROO_EXTENSION_ID: id,
      },
      stdio: start.stdio,
      detached: true,
    });
    const { pid } = this.child;
    if (pid !== undefined) endWithUs(this);
    this.#marks = {
      leaders: new Set(pid === undefined ? [] : [pid]),
      environmentMark: `ROO_EXTENSION_ID=${id}\0`,
      areSandboxes: start.isSandbox,
    };
    this.ended = new Promise((resolve) => {
      this.child.on("exit", (exitCode, signal) => {
        endedWithUs.delete(this);
        resolve({ exitCode, signal });
      });
      this.child.on("error", (error) => {
        if (pid === undefined) resolve({ exitCode: null, signal: null, problem: error.message });
      });
    });
  }

  /** Ends it with all its processes in less than two seconds. May be called twice. */
  async end(): Promise<void> {
    if (this.child.pid !== undefined) await endProcessTree(this.#marks);
  }

  /** The same at once, for a process about to exit. */
  endNow(): void {
    if (this.child.pid !== undefined) killProcessTree(this.#marks);
  }
}

/** Running ones: their process groups would outlive us, and a busy loop does not notice a closed pipe. */
const endedWithUs = new Set<ExtensionProcess>();

function endWithUs(started: ExtensionProcess): void {
  if (!process.listeners("exit").includes(endAllNow)) process.on("exit", endAllNow);
  endedWithUs.add(started);
}

function endAllNow(): void {
  for (const running of endedWithUs) running.endNow();
}

export interface ExtensionEnd {
  /** null when a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** Why it was never started. */
  readonly problem?: string;
}
