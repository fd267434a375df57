import { realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { CommandOutcome, CommandRequest, Workspace } from "@roo-code/types";
import { RooError, ToolFailure } from "@roo-code/types";
import { CommandRunner } from "./command-runner.ts";
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
  readonly #commands: CommandRunner;

  constructor({ root, environment = process.env }: LocalWorkspaceOptions) {
    this.#root = { given: resolve(root), real: realFolder(root) };
    this.root = this.#root.real;
    this.#commands = new CommandRunner(environment);
    this.files = new LocalFiles(this.#root, this.#commands.environment);
  }

  async execute(request: CommandRequest): Promise<CommandOutcome> {
    const cwd = await confine(this.#root, request.cwd ?? ".");
    const stat = await this.files.stat(cwd.relative);
    if (!stat) throw new ToolFailure("not_found", `There is no folder "${cwd.given}" to run the command in.`);
    if (stat.kind !== "directory") {
      throw new ToolFailure("not_a_directory", `"${cwd.given}" is not a folder; a command cannot run in it.`);
    }
    return this.#commands.run(request, cwd.absolute);
  }

  async dispose(): Promise<void> {
    await this.#commands.dispose();
  }

  /** Kills everything it started without waiting, for a process that is about to exit. Best effort; never throws. */
  disposeNow(): void {
    this.#commands.disposeNow();
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
