import { statSync } from "node:fs";
import type { CommandProfile, WriteCapability } from "@roo-code/types";
import { ToolFailure } from "@roo-code/types";
import type { CommandProcess } from "../../commands/command-process.ts";
import { isInside } from "../../files/confine.ts";
import type { IsIgnored } from "../../files/roo-ignore.ts";
import { describePatterns, failureNotes, notKeptNote } from "../command-notes.ts";
import { commandView, type MachineView, viewMachine } from "../command-view.ts";
import { ControlGroups } from "../control-groups.ts";
import {
  commandText,
  type InnerScriptOptions,
  innerScript,
  launchArguments,
  type OverlayPrograms,
  standbyScript,
} from "../launch-scripts.ts";
import { type CommandLimits, limitsWith } from "../limits.ts";
import { type Mount, readOnly } from "../mounts.ts";
import { CommandNetwork } from "../network/command-network.ts";
import { OverlayLayer } from "../overlay/overlay-layer.ts";
import type { GuardedCommand } from "../paths/guarded-command.ts";
import { identityOf } from "../paths/survey.ts";
import { type Guarded, notKept, WorkspaceGuard } from "../paths/workspace-guard.ts";
import { PrivateFolder } from "../private-folder.ts";
import type {
  CommandIo,
  CommandSandbox,
  Enforcement,
  PlainStart,
  SandboxedStart,
  SandboxStrictness,
} from "../sandbox.ts";
import { homeFor, sandboxHome } from "../sandbox-home.ts";
import type { BubblewrapAbilities } from "./bubblewrap-arguments.ts";
import { bubblewrapArguments, writeFilter } from "./bubblewrap-arguments.ts";
import { Standby } from "./standby.ts";

export interface BubblewrapSandboxOptions extends SandboxStrictness {
  /** The workspace's folder, with all links resolved. */
  readonly root: string;
  /** Roo's own files: hidden from commands. */
  readonly home: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly isIgnored: () => IsIgnored;
  readonly abilities: BubblewrapAbilities;
  readonly overlay: OverlayPrograms | undefined;
  readonly enforcement: Enforcement;
}

/** How one command is confined. */
interface SandboxPlan {
  readonly start: PlainStart;
  readonly profile: CommandProfile;
  readonly before: Guarded;
  readonly layer: OverlayLayer | undefined;
  readonly mounts: readonly Mount[];
  readonly environment: Readonly<Record<string, string>>;
  /** The part of the environment that is the same for all commands. */
  readonly sharedEnvironment: Readonly<Record<string, string>>;
  readonly args: readonly string[];
  /** Arguments up to the first process inside. */
  readonly sandbox: readonly string[];
  /** Whether a sandbox prepared in advance can run it. */
  readonly canStandBy: boolean;
  commandText(io: CommandIo): string;
}

/** The variable that identifies the processes of one command. */
const commandIdVariable = "ROO_COMMAND_ID";
/** The kernel rejects longer arguments, which is detected only if the command is started from here. */
const isShort = (word: string): boolean => word.length < 30_000;

/** Runs each command of a workspace in its own namespaces. */
export class BubblewrapSandbox implements CommandSandbox {
  readonly enforcement: Enforcement;
  readonly #options: BubblewrapSandboxOptions;
  readonly #folder = new PrivateFolder();
  readonly #limits: CommandLimits;
  readonly #groups: ControlGroups;
  readonly #guard: WorkspaceGuard;
  readonly #network: CommandNetwork;
  readonly #standby: Standby;
  #machine: MachineView | undefined;

  constructor(options: BubblewrapSandboxOptions) {
    this.#options = options;
    this.enforcement = options.enforcement;
    this.#limits = limitsWith(options.limits);
    this.#groups = new ControlGroups(this.#limits);
    this.#guard = new WorkspaceGuard(options);
    this.#network = new CommandNetwork(this.#folder.path);
    this.#standby = new Standby(this.#folder.path);
  }

  async enter(start: PlainStart, profile: CommandProfile): Promise<SandboxedStart> {
    if (this.#options.root === "/") throw wholeDiskWorkspace();
    await this.#standby.settled();
    const inspected = this.#guard.inspect();
    const plan = await this.#plan(start, profile, inspected);
    const waiting = plan.canStandBy ? this.#standby.take(this.#keyOf(plan)) : undefined;
    const isWatched = start.hasStatusPipe || start.isTerminal;
    const guarded = profile.write === "all" ? this.#guard.begin(inspected, { isWatched }) : undefined;
    try {
      const sandboxed = this.#enter(plan, guarded);
      if (!plan.canStandBy) return sandboxed;
      if (!waiting) {
        this.#prepareNext(plan);
        return sandboxed;
      }
      const launch = (io: CommandIo): CommandProcess => {
        const running = waiting.run(plan.commandText(io), io);
        this.#prepareNext(plan);
        return running;
      };
      return { ...sandboxed, launch };
    } catch (error) {
      waiting?.discard();
      guarded?.end();
      throw error;
    }
  }

  async standBy(start: PlainStart, profile: CommandProfile): Promise<void> {
    // A prepared sandbox that does not fit is detected with the next command; not worth a scan of every folder now.
    if (this.#options.root === "/" || this.#standby.isPrepared) return this.#standby.settled();
    const inspected = this.#guard.inspect();
    const plan = await this.#plan(start, profile, inspected);
    if (!plan.canStandBy) return;
    const isBlocking = profile.write === "all";
    if (isBlocking) this.#guard.block(inspected);
    this.#prepareNext(plan);
    if (isBlocking) this.#guard.unblock();
    await this.#standby.settled();
  }

  #enter(plan: SandboxPlan, guarded: GuardedCommand | undefined): SandboxedStart {
    const { start, profile, before, layer } = plan;
    const killsBefore = this.#groups.memoryKills();
    const command = [...plan.sandbox, ...this.#inner(start.hasStatusPipe ? "given" : "terminal"), ...plan.args];
    return {
      program: "/bin/sh",
      arguments: launchArguments({
        filter: this.#folder.filter,
        groups: this.#groups.files(),
        command: layer ? layer.command(command) : command,
      }),
      cwd: "/",
      environment: plan.environment,
      usesStatusPipe: start.hasStatusPipe,
      notesOn: (end) => [
        ...failureNotes(profile, end),
        ...notKept(guarded?.report() ?? []),
        ...(before.isComplete ? [] : [incompleteScan]),
      ],
      ranOutOfMemory: () => this.#groups.memoryKills() > killsBefore,
      finish: async () => {
        const notes = layer ? await this.#keep(layer, profile.write) : [];
        return [...notes, ...notKept(guarded?.end() ?? [])];
      },
    };
  }

  /** Determines how a command is confined. Has no effects. */
  async #plan(start: PlainStart, profile: CommandProfile, before: Guarded): Promise<SandboxPlan> {
    const { network, write } = profile;
    const layer = typeof write === "object" ? this.#layer() : undefined;
    const route = await this.#network.route(network);
    const mounts = [
      ...this.#mounts({ write: layer || typeof write === "string" ? write : "none", network, before, layer }),
      ...route.mounts,
      ...(start.readable ?? []).map((path) => readOnly(path)),
      ...(this.#options.extraMounts ?? []),
    ];
    const environment: Record<string, string> = {
      ...start.environment,
      HOME: homeFor(this.#options.environment),
      TMPDIR: "/tmp",
      ...route.environment,
    };
    const args = [...route.command, start.program, ...start.arguments];
    const { [commandIdVariable]: commandId = "", ...sharedEnvironment } = environment;
    return {
      start,
      profile,
      before,
      layer,
      mounts,
      environment,
      sharedEnvironment,
      args,
      sandbox: this.#bubblewrap({ mounts, cwd: start.cwd, sharesNetwork: network === "all" }),
      canStandBy: start.hasStatusPipe && !start.usesDescriptor3 && !layer && args.every(isShort),
      commandText: ({ hasInput }) =>
        commandText({ args, cwd: start.cwd, environment: { [commandIdVariable]: commandId }, hasInput }),
    };
  }

  /** Called while the folders that the next sandbox is mounted on still exist for this command. */
  #prepareNext(plan: SandboxPlan): void {
    this.#standby.prepare({
      key: this.#keyOf(plan),
      script: standbyScript({
        filter: this.#folder.filter,
        groups: this.#groups.files(),
        environment: plan.sharedEnvironment,
        command: [
          ...this.#bubblewrap({ ...plan, cwd: "/", sharesNetwork: plan.profile.network === "all" }),
          ...this.#inner("awaited"),
        ],
      }),
      hold: () => (plan.profile.write === "all" ? this.#guard.hold() : { release: () => undefined }),
    });
  }

  /**
   * Sandboxes with the same key confine a command identically: the same mounts on the same files. A file replaced in the
   * meantime would no longer be covered.
   */
  #keyOf({ before, mounts, sharedEnvironment, profile }: SandboxPlan): string {
    const blockers = this.#guard.blockersOf(before);
    const covered = mounts.filter(({ target }) => this.#isInWorkspace(target, before) && !blockers.has(target));
    return JSON.stringify([
      mounts,
      sharedEnvironment,
      profile.network,
      covered.map(({ target }) => identityOf(target)),
      [...blockers],
    ]);
  }

  #isInWorkspace(path: string, { gitFolders }: Guarded): boolean {
    return isInside(this.#options.root, path) || gitFolders.some((folder) => isInside(folder.path, path));
  }

  noteWritten(paths: readonly string[]): void {
    this.#guard.noteWritten(paths);
  }

  dispose(): void {
    this.#standby.dispose();
    this.#guard.dispose();
    this.#network.dispose();
    this.#groups.dispose();
    this.#folder.dispose();
  }

  #layer(): OverlayLayer | undefined {
    const { root, overlay: programs } = this.#options;
    const folder = this.#folder.createFolder("layer", "upper", "work", "merged");
    return programs && new OverlayLayer({ folder, root, programs });
  }

  #mounts(view: CommandProfile & { before: Guarded; layer: OverlayLayer | undefined }): readonly Mount[] {
    const { root, home, environment, isSealed = false, hidden = [] } = this.#options;
    const userHome = homeFor(environment);
    this.#machine ??= viewMachine({ root, home: userHome, environment, own: home, isSealed });
    return commandView({
      root,
      write: view.write,
      sharesNetwork: view.network === "all",
      guarded: view.before,
      machine: this.#machine,
      home: userHome,
      sandboxHome:
        view.write === "none" || isSealed
          ? this.#folder.home
          : sandboxHome({ home, root, fallback: this.#folder.home }),
      unreadable: this.#folder.unreadable,
      empty: this.#folder.empty,
      secrets: [home, this.#folder.path, ...hidden],
      workspaceSource: view.layer?.merged,
    });
  }

  #bubblewrap(parts: { mounts: readonly Mount[]; cwd: string; sharesNetwork: boolean }): readonly string[] {
    const { abilities, root } = this.#options;
    const uid = process.getuid?.() ?? 0;
    return bubblewrapArguments(abilities, {
      ...parts,
      temporaryFolder: this.#folder.temporary,
      ownsForeignFiles: uid === 0 && statSync(root).uid !== 0,
      user: { uid, gid: process.getgid?.() ?? 0 },
    });
  }

  /** Starts the first process inside; the command is appended. */
  #inner(kind: InnerScriptOptions["kind"]): readonly string[] {
    const { processFlag } = this.#options.abilities;
    return ["/bin/sh", "-c", innerScript({ limits: this.#limits, processFlag, kind }), "roo"];
  }

  async #keep(layer: OverlayLayer, write: WriteCapability): Promise<readonly string[]> {
    if (typeof write === "string") return [];
    const mayWrite = writeFilter(write.patterns, this.#options.isIgnored());
    try {
      const dropped = await layer.keep(mayWrite);
      return notKeptNote(dropped, `this mode may only write ${describePatterns(write.patterns)}`);
    } catch (error) {
      return [`The command's changes could not be applied: ${error instanceof Error ? error.message : String(error)}.`];
    }
  }
}

function wholeDiskWorkspace(): ToolFailure {
  return new ToolFailure(
    "not_enforceable",
    "Commands cannot run: the workspace is the whole disk, and nothing of it could be protected from them.",
  );
}

const incompleteScan =
  "The workspace is too large to be inspected through: in its deeper folders protected files can be written and ignored ones read.";
