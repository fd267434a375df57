import { existsSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { resolve } from "node:path";
import type {
  CommandOutcome,
  CommandProfile,
  CommandRequest,
  SandboxChoice,
  SharedPath,
  Workspace,
  WorkspaceCommands,
  WorkspaceShell,
} from "@roo-code/types";
import { RooError, ToolFailure } from "@roo-code/types";
import { childEnvironment } from "./commands/child-environment.ts";
import type { CommandRunner } from "./commands/command-runner.ts";
import { confine, type WorkspaceRoot } from "./files/confine.ts";
import { PrivatePaths } from "./files/private-paths.ts";
import { type IsIgnored, RooIgnore } from "./files/roo-ignore.ts";
import { LocalFiles } from "./local-files.ts";
import type { CommandSandbox, Enforcement, PlainStart, SandboxedStart, SandboxStrictness } from "./sandbox/sandbox.ts";
import { localShell } from "./shell/local-shell.ts";

export interface WorkspaceSandbox extends SandboxStrictness {
  readonly choice: SandboxChoice;
  /** What the next command may do. */
  readonly profile: () => CommandProfile;
  /** Roo's own files: hidden from commands. */
  readonly home: string;
  /** Paths outside the workspace that it uses; see `Worktrees.shared`. */
  readonly shared?: readonly SharedPath[];
}

export interface LocalWorkspaceOptions {
  readonly root: string;
  /** Environment of commands before filtering by an allow-list; by default that of this process. */
  readonly environment?: NodeJS.ProcessEnv;
  /** Where long output of commands is kept; by default a temporary folder, removed on dispose. */
  readonly spillFolder?: string;
  /** Upper limit for the timeout of every command. */
  readonly commandTimeoutMs?: number;
  /** A command with more processes at a time is killed; default 1000. */
  readonly maxProcesses?: number;
  /** How commands are confined; by default not at all. */
  readonly sandbox?: WorkspaceSandbox;
}

/** A folder on this machine. Throws `RooError` `workspace_not_found` if it does not exist. */
export class LocalWorkspace implements Workspace {
  readonly root: string;
  readonly files: LocalFiles;
  readonly commands: WorkspaceCommands;
  readonly shell: WorkspaceShell;
  readonly #root: WorkspaceRoot;
  readonly #options: LocalWorkspaceOptions;
  readonly #environment: Record<string, string>;
  #runner: CommandRunner | undefined;
  #loading: Promise<CommandRunner> | undefined;
  #sandbox: CommandSandbox | undefined;
  #isDisposed = false;

  constructor(options: LocalWorkspaceOptions) {
    const { root, environment = process.env } = options;
    this.#options = options;
    this.#root = { given: resolve(root), real: realFolder(root) };
    this.root = this.#root.real;
    this.#environment = childEnvironment(environment);
    const onWrite = (paths: readonly string[]): void => this.#sandbox?.noteWritten(paths);
    const { HOME: home = homedir() } = environment;
    const own = options.sandbox && realPath(options.sandbox.home);
    const privatePaths = new PrivatePaths({ root: this.root, home, own });
    this.files = new LocalFiles(this.#root, this.#environment, onWrite, new RooIgnore(this.root), privatePaths);
    const { sandbox } = options;
    const sandboxHome = sandbox && sandbox.choice !== "off" ? sandbox.home : undefined;
    this.shell = localShell({ root: this.#root, environment: this.#environment, sandboxHome });
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
    this.#refuseUnconfined();
    return runner.run(request, cwd.absolute);
  }

  async standBy(): Promise<void> {
    const runner = await this.#loadRunner();
    await runner.standBy(this.root);
  }

  /** Whether the task's write access is limited now, so that other programs must be confined as well. */
  get confinesPrograms(): boolean {
    const { sandbox } = this.#options;
    return sandbox !== undefined && profileOf(sandbox).write !== "all";
  }

  /**
   * How to start a program that serves the task for longer than a command, while `confinesPrograms`: it can only write in
   * /tmp, and has network access. Throws `ToolFailure` `not_enforceable` if that cannot be enforced.
   */
  async confineProgram(start: PlainStart): Promise<SandboxedStart> {
    await this.#loadRunner();
    if (!this.#sandbox) throw notEnforceable("Programs");
    return this.#sandbox.enter(start, { write: "none", network: "all" });
  }

  /** What this machine enforces, probed once. */
  async enforcement(): Promise<Enforcement> {
    const { examineSandbox } = await import("./sandbox/open-sandbox.ts");
    return examineSandbox(this.#options.sandbox?.home ?? "");
  }

  async unconfined(): Promise<string | undefined> {
    const { sandbox } = this.#options;
    if (!sandbox) return undefined;
    const { unconfinedNotice } = await import("./sandbox/unconfined-notice.ts");
    return unconfinedNotice(sandbox.choice, await this.enforcement());
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

  /** Loaded with the first command: a task that only reads starts without it. */
  async #loadRunner(): Promise<CommandRunner> {
    this.#loading ??= this.#createRunner();
    return this.#loading;
  }

  async #createRunner(): Promise<CommandRunner> {
    const { CommandRunner } = await import("./commands/command-runner.ts");
    const { spillFolder, commandTimeoutMs, maxProcesses, sandbox } = this.#options;
    this.#sandbox = await this.#openSandbox();
    this.#runner = new CommandRunner({
      environment: this.#environment,
      spillFolder,
      maxTimeoutMs: commandTimeoutMs,
      maxProcesses,
      sandbox:
        sandbox && this.#sandbox
          ? { commands: this.#sandbox, profile: () => profileOf(sandbox), readable: () => this.#readable(sandbox) }
          : undefined,
    });
    if (this.#isDisposed) await this.#runner.dispose();
    return this.#runner;
  }

  /** A mode with limited write access has no commands without a sandbox. */
  #refuseUnconfined(): void {
    const { sandbox } = this.#options;
    if (!sandbox || this.#sandbox || profileOf(sandbox).write === "all") return;
    throw notEnforceable("Commands");
  }

  /**
   * What is ignored in the workspace is also hidden outside. Checked for each command: a command of another task may have
   * replaced a shared folder by a link since, and would show this one's commands whatever that points to.
   */
  #readable({ shared = [] }: WorkspaceSandbox): readonly string[] {
    if (shared.length === 0) return [];
    const isIgnored = new RooIgnore(this.root).load();
    const isUsable = (path: string): boolean => existsSync(path) && realPath(path) === path;
    return shared.filter(({ path, at }) => isUsable(path) && !isIgnored(at)).map(({ path }) => path);
  }

  async #openSandbox(): Promise<CommandSandbox | undefined> {
    const { sandbox } = this.#options;
    if (!sandbox || sandbox.choice === "off") return undefined;
    const { openSandbox } = await import("./sandbox/open-sandbox.ts");
    const ignored = new RooIgnore(this.root);
    const isIgnored = (): IsIgnored => ignored.load();
    return openSandbox({ ...sandbox, root: this.root, environment: this.#environment, isIgnored });
  }
}

function profileOf({ choice, profile }: WorkspaceSandbox): CommandProfile {
  return choice === "readonly" ? { ...profile(), write: "none" } : profile();
}

function notEnforceable(what: string): ToolFailure {
  return new ToolFailure(
    "not_enforceable",
    `${what} cannot run: this mode's write access is limited, and this machine cannot enforce that (roo sandbox check). Continue without them.`,
  );
}

function realFolder(path: string): string {
  try {
    const real = realpathSync(path);
    if (statSync(real).isDirectory()) return real;
  } catch {
    // Reported below, together with the case of a file.
  }
  throw new RooError({
    code: "workspace_not_found",
    message: `There is no folder ${path} to work in.`,
    next: "Pass an existing folder with --cwd.",
  });
}

/** For a folder that does not exist yet, its path. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
