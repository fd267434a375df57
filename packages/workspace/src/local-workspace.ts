import { realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { CommandOutcome, CommandRequest, Workspace, WorkspaceCommands } from "@roo-code/types";
import { RooError, ToolFailure } from "@roo-code/types";
import { childEnvironment } from "./child-environment.ts";
import type { CommandRunner } from "./command-runner.ts";
import { confine, type WorkspaceRoot } from "./confine.ts";
import { LocalFiles } from "./local-files.ts";

export interface LocalWorkspaceOptions {
  readonly root: string;
  /** What commands inherit from, filtered by an allow-list; our own when absent. */
  readonly environment?: NodeJS.ProcessEnv;
  /** Where the output of commands is kept that print much; a private temporary folder, gone with us, when absent. */
  readonly spillFolder?: string;
  /** The longest a command is waited for before it is killed, whatever was asked for. */
  readonly commandTimeoutMs?: number;
  /** A command that has more processes at a time is killed; 1000 when absent. */
  readonly maxProcesses?: number;
}

/** A folder of this machine. Throws `RooError` `workspace_not_found` where there is none. */
export class LocalWorkspace implements Workspace {
  readonly root: string;
  readonly files: LocalFiles;
  readonly commands: WorkspaceCommands;
  readonly #root: WorkspaceRoot;
  readonly #options: LocalWorkspaceOptions;
  readonly #environment: Record<string, string>;
  #runner: CommandRunner | undefined;
  #isDisposed = false;

  constructor(options: LocalWorkspaceOptions) {
    const { root, environment = process.env } = options;
    this.#options = options;
    this.#root = { given: resolve(root), real: realFolder(root) };
    this.root = this.#root.real;
    this.#environment = childEnvironment(environment);
    this.files = new LocalFiles(this.#root, this.#environment);
    this.commands = {
      news: () => this.#runner?.background.news() ?? [],
      wait: async (id, wait) => (await this.#loadRunner()).background.wait(id, wait),
      send: async (id, input) => (await this.#loadRunner()).background.send(id, input),
      stop: async (id) => (await this.#loadRunner()).background.stop(id),
      read: async (request) => (await this.#loadRunner()).background.read(request),
    };
  }

  async execute(request: CommandRequest): Promise<CommandOutcome> {
    const cwd = confine(this.#root, request.cwd ?? ".");
    const stat = await this.files.stat(cwd.relative);
    if (!stat) throw new ToolFailure("not_found", `There is no folder "${cwd.given}" to run the command in.`);
    if (stat.kind !== "directory") {
      throw new ToolFailure("not_a_directory", `"${cwd.given}" is not a folder; a command cannot run in it.`);
    }
    const runner = await this.#loadRunner();
    return runner.run(request, cwd.absolute);
  }

  async dispose(): Promise<void> {
    this.#isDisposed = true;
    await this.#runner?.dispose();
  }

  /** Kills everything it started without waiting, for a process that is about to exit. Best effort; never throws. */
  disposeNow(): void {
    this.#isDisposed = true;
    this.#runner?.disposeNow();
  }

  /** Processes are loaded with the first command: a task that only reads starts without them. */
  async #loadRunner(): Promise<CommandRunner> {
    const { CommandRunner } = await import("./command-runner.ts");
    const { spillFolder, commandTimeoutMs, maxProcesses } = this.#options;
    this.#runner ??= new CommandRunner({
      environment: this.#environment,
      ...(spillFolder !== undefined && { spillFolder }),
      ...(commandTimeoutMs !== undefined && { maxTimeoutMs: commandTimeoutMs }),
      ...(maxProcesses !== undefined && { maxProcesses }),
    });
    if (this.#isDisposed) await this.#runner.dispose();
    return this.#runner;
  }
}

function realFolder(path: string): string {
  try {
    const real = realpathSync(path);
    if (statSync(real).isDirectory()) return real;
  } catch {
    // Told below, together with the case of a file.
  }
  throw new RooError({
    code: "workspace_not_found",
    message: `There is no folder ${path} to work in.`,
    next: "Give an existing folder with --cwd.",
  });
}
