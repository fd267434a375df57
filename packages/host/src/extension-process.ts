import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { childEnvironment, endProcessTree, killProcessTree, type ProcessMarks } from "@roo-code/workspace";

export interface ExtensionStart {
  readonly program: string;
  readonly arguments: readonly string[];
  readonly cwd: string;
  /** Filtered by the same allow-list as for the agent's commands. */
  readonly environment: NodeJS.ProcessEnv;
  readonly stdio: NonNullable<SpawnOptions["stdio"]>;
  /** It runs in a sandbox, with exactly this environment. */
  readonly isSandbox?: boolean;
}

/**
 * A program of the user or the project in its own process group, so that it ends with everything it has started. The
 * constructor throws if the process cannot be started at once; most failures resolve `ended` instead.
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
    if (pid !== undefined) killOnExit(this);
    this.#marks = {
      leaders: new Set(pid === undefined ? [] : [pid]),
      environmentMark: `ROO_EXTENSION_ID=${id}\0`,
      areSandboxes: start.isSandbox,
    };
    this.ended = new Promise((resolve) => {
      this.child.on("exit", (exitCode, signal) => {
        killedOnExit.delete(this);
        resolve({ exitCode, signal });
      });
      this.child.on("error", (error) => {
        if (pid === undefined) resolve({ exitCode: null, signal: null, problem: error.message });
      });
    });
  }

  /** Ends all its processes within two seconds. May be called twice. */
  async end(): Promise<void> {
    if (this.child.pid !== undefined) await endProcessTree(this.#marks);
  }

  /** The same at once, for a process about to exit. */
  endNow(): void {
    if (this.child.pid !== undefined) killProcessTree(this.#marks);
  }
}

/** Killed on exit: their process groups would outlive this process, and a busy loop does not notice a closed pipe. */
const killedOnExit = new Set<ExtensionProcess>();

function killOnExit(started: ExtensionProcess): void {
  if (!process.listeners("exit").includes(endAllNow)) process.on("exit", endAllNow);
  killedOnExit.add(started);
}

function endAllNow(): void {
  for (const running of killedOnExit) running.endNow();
}

interface ExtensionEnd {
  /** null when a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** Why it was never started. */
  readonly problem?: string;
}
