import { realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { CommandOutcome, CommandRequest, Workspace } from "@roo-code/types";
import { RooError, ToolFailure } from "@roo-code/types";
import { childEnvironment } from "./child-environment.ts";
import type { CommandRunner } from "./command-runner.ts";
import { confine, type WorkspaceRoot } from "./confine.ts";
import { LocalFiles } from "./local-files.ts";

export interface LocalWorkspaceOptions {
  readonly root: string;
  /** What commands inherit from, filtered by an allow-list; our own when absent. */
  readonly environment?: NodeJS.ProcessEnv;
}

/** A folder of this machine. Throws `RooError` `workspace_not_found` where there is none. */
export class LocalWorkspace implements Workspace {
  readonly root: string;
  readonly files: LocalFiles;
  readonly #root: WorkspaceRoot;
  readonly #environment: Record<string, string>;
  #commands: CommandRunner | undefined;
  #isDisposed = false;

  constructor({ root, environment = process.env }: LocalWorkspaceOptions) {
    this.#root = { given: resolve(root), real: realFolder(root) };
    this.root = this.#root.real;
    this.#environment = childEnvironment(environment);
    this.files = new LocalFiles(this.#root, this.#environment);
  }

  async execute(request: CommandRequest): Promise<CommandOutcome> {
    const cwd = confine(this.#root, request.cwd ?? ".");
    const stat = await this.files.stat(cwd.relative);
    if (!stat) throw new ToolFailure("not_found", `There is no folder "${cwd.given}" to run the command in.`);
    if (stat.kind !== "directory") {
      throw new ToolFailure("not_a_directory", `"${cwd.given}" is not a folder; a command cannot run in it.`);
    }
    const commands = await this.#loadCommands();
    return commands.run(request, cwd.absolute);
  }

  async dispose(): Promise<void> {
    this.#isDisposed = true;
    await this.#commands?.dispose();
  }

  /** Kills everything it started without waiting, for a process that is about to exit. Best effort; never throws. */
  disposeNow(): void {
    this.#isDisposed = true;
    this.#commands?.disposeNow();
  }

  /** Processes are loaded with the first command: a task that only reads starts without them. */
  async #loadCommands(): Promise<CommandRunner> {
    const { CommandRunner } = await import("./command-runner.ts");
    this.#commands ??= new CommandRunner(this.#environment);
    if (this.#isDisposed) await this.#commands.dispose();
    return this.#commands;
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
