import type { ConfinedStart, ProcessStart } from "@roo-code/mcp";
import { type CommandProfile, ToolFailure } from "@roo-code/types";
import type { CommandSandbox } from "@roo-code/workspace/sandbox";
import { isInside } from "@roo-code/workspace/sandbox";
import { programFolders } from "./program-folders.ts";

export interface ProcessSandboxOptions {
  readonly root: string;
  readonly home: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** The sandbox of commands, for processes that live longer than one. */
export class ProcessSandbox {
  readonly #options: ProcessSandboxOptions;
  #sandbox: Promise<CommandSandbox | undefined> | undefined;
  #isDisposed = false;

  constructor(options: ProcessSandboxOptions) {
    this.#options = options;
  }

  /** undefined where this machine has nothing that holds a process to the profile. */
  async confine(start: ProcessStart, profile: CommandProfile): Promise<ConfinedStart | undefined> {
    this.#sandbox ??= this.#open();
    const sandbox = await this.#sandbox;
    try {
      const readable = programFolders(start).filter((folder) => this.#isApart(folder));
      const entered = await sandbox?.enter({ ...start, isTerminal: false, hearsEnd: false, readable }, profile);
      if (!entered) return undefined;
      const { program, arguments: words, cwd, environment } = entered;
      return {
        start: { program, arguments: words, cwd, environment },
        leave: async () => void (await entered.leave()),
      };
    } catch (error) {
      if (error instanceof ToolFailure) return undefined;
      throw error;
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    void this.#sandbox?.then((sandbox) => sandbox?.dispose());
  }

  /** Of the workspace and our own home only what was decided is seen. */
  #isApart(folder: string): boolean {
    const { root, home } = this.#options;
    return ![root, home].some((own) => isInside(own, folder) || isInside(folder, own));
  }

  async #open(): Promise<CommandSandbox | undefined> {
    const { openSandbox, RooIgnore } = await import("@roo-code/workspace/sandbox");
    const { root } = this.#options;
    const ignored = new RooIgnore(root);
    const sandbox = await openSandbox({ ...this.#options, isIgnored: () => ignored.load() });
    if (this.#isDisposed) sandbox?.dispose();
    return sandbox;
  }
}
