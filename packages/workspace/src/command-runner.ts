import { randomUUID } from "node:crypto";
import type { CommandOutcome, CommandRequest } from "@roo-code/types";
import { RooError } from "@roo-code/types";
import { findShell } from "./command-shell.ts";
import { hasProc, isGroupRunning } from "./process-table.ts";
import { endProcessTree, killProcessTree, type ProcessMarks } from "./process-tree.ts";
import { runCommand } from "./run-command.ts";

/** The commands of one workspace. Whatever they leave running ends with it. */
export class CommandRunner {
  readonly #environment: Record<string, string>;
  readonly #id = randomUUID();
  readonly #shell = findShell();
  readonly #disposal = new AbortController();
  readonly #running = new Set<Promise<CommandOutcome>>();
  /** Shells whose groups may have members. */
  readonly #leaders = new Set<number>();
  #count = 0;

  /** The environment of every command, filtered already. */
  constructor(environment: Record<string, string>) {
    this.#environment = environment;
  }

  async run(request: CommandRequest, cwd: string): Promise<CommandOutcome> {
    if (this.#disposal.signal.aborted) throw closed();
    this.#count += 1;
    const commandId = `${this.#id}.${this.#count}`;
    let leader: number | undefined;
    const outcome = runCommand({
      request: { ...request, signal: AbortSignal.any([request.signal, this.#disposal.signal]) },
      shell: this.#shell,
      cwd,
      environment: { ...this.#environment, ROO_COMMAND_ID: commandId },
      environmentMark: `ROO_COMMAND_ID=${commandId}\0`,
      onStart: (pid) => {
        leader = pid;
        this.#leaders.add(pid);
      },
    });
    this.#running.add(outcome);
    try {
      return await outcome;
    } finally {
      this.#running.delete(outcome);
      if (leader !== undefined && (hasProc || !isGroupRunning(leader))) this.#leaders.delete(leader);
    }
  }

  /** Ends running commands and what finished ones left in the background. May be called twice. */
  async dispose(): Promise<void> {
    this.#disposal.abort();
    await Promise.allSettled(this.#running);
    if (this.#count > 0) await endProcessTree(this.#marks());
  }

  /** Kills at once, without waiting for anything. For a process about to exit; best effort. */
  disposeNow(): void {
    if (this.#count > 0) killProcessTree(this.#marks());
  }

  #marks(): ProcessMarks {
    return { leaders: this.#leaders, environmentMark: `ROO_COMMAND_ID=${this.#id}.` };
  }
}

function closed(): RooError {
  return new RooError({
    code: "workspace_closed",
    message: "The workspace is closed; no command can be started in it.",
  });
}
