import { existsSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import type { ConfinedStart, ProcessStart, ServerConfiguration } from "@roo-code/mcp";
import { type Capabilities, type CommandProfile, type Settings, ToolFailure } from "@roo-code/types";
import { type CommandSandbox, isInside } from "@roo-code/workspace/sandbox";
import { commandProfile } from "../session/task-workspace.ts";

interface ProcessSandboxOptions {
  readonly root: string;
  readonly home: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** The sandbox of commands, for long-lived processes. */
export class ProcessSandbox {
  readonly #options: ProcessSandboxOptions;
  #sandbox: Promise<CommandSandbox | undefined> | undefined;
  #isDisposed = false;

  constructor(options: ProcessSandboxOptions) {
    this.#options = options;
  }

  /** undefined if this machine cannot enforce the profile. */
  async confine(start: ProcessStart, profile: CommandProfile): Promise<ConfinedStart | undefined> {
    this.#sandbox ??= this.#open();
    const sandbox = await this.#sandbox;
    try {
      const readable = programFolders(start).filter((folder) => this.#isOutside(folder));
      const entered = await sandbox?.enter({ ...start, isTerminal: false, hasStatusPipe: false, readable }, profile);
      if (!entered) return undefined;
      const { program, arguments: args, cwd, environment } = entered;
      return {
        start: { program, arguments: args, cwd, environment },
        release: async () => void (await entered.finish()),
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

  /** The profile alone decides what is visible of the workspace and our own home. */
  #isOutside(folder: string): boolean {
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

/** Files that mark the root folder of a program. */
const markers = ["package.json", "pyproject.toml", "pyvenv.cfg", "go.mod", "Cargo.toml"];
const maxLevels = 8;

/**
 * The folders of a program: those of the files on its command line and of their link targets, each extended up to the
 * program's root, but never a whole home folder.
 */
function programFolders({ program, arguments: args }: Pick<ProcessStart, "program" | "arguments">): string[] {
  const files = [program, ...args].filter((path) => isAbsolute(path) && existsSync(path));
  const folders = files.flatMap((file) => [folderOf(file), folderOf(realpathSync(file))]);
  return [...new Set(folders)].filter((folder) => folder !== "/" && folder !== homedir());
}

function folderOf(file: string): string {
  const own = dirname(file);
  // Packages import each other.
  const [, before] = /^(.*?)\/node_modules(\/|$)/.exec(own) ?? [];
  if (before !== undefined) return join(before, "node_modules");
  let folder = own;
  for (let step = 0; step < maxLevels && dirname(folder) !== folder; step += 1) {
    if (folder === homedir()) return own;
    if (markers.some((marker) => existsSync(join(folder, marker)))) return folder;
    folder = dirname(folder);
  }
  return own;
}

/**
 * How a server's process is confined; undefined if it is not. In a mode that may write everywhere servers run
 * unconfined: they need the network, home and sockets of the machine. In other modes a server can read the workspace but
 * not write to it; it keeps the network, because most servers need it.
 */
export function serverProfile(
  configuration: ServerConfiguration,
  capabilities: Capabilities,
  settings: Settings,
): CommandProfile | undefined {
  const { sandbox: choice = "auto" } = settings;
  if (configuration.type !== "stdio" || choice === "off" || configuration.sandbox === "off") return undefined;
  const mayWrite = capabilities.write === "all" && choice !== "readonly";
  if (configuration.sandbox === "on") {
    const { network } = commandProfile(capabilities, settings);
    return { write: mayWrite ? "all" : "none", network };
  }
  return mayWrite ? undefined : { write: "none", network: capabilities.network };
}
