import type { ConfinedStart, ProcessStart } from "@roo-code/mcp";
import { type CommandProfile, ToolFailure } from "@roo-code/types";
import type { CommandSandbox } from "@roo-code/workspace/sandbox";
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
      const entered = await sandbox?.enter({ ...start, isTerminal: false, readable: programFolders(start) }, profile);
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

  async #open(): Promise<CommandSandbox | undefined> {
    const { openSandbox, RooIgnore } = await import("@roo-code/workspace/sandbox");
    const { root } = this.#options;
    const ignored = new RooIgnore(root);
    const sandbox = await openSandbox({ ...this.#options, isIgnored: () => ignored.load() });
    if (this.#isDisposed) sandbox?.dispose();
    return sandbox;
  }
}
