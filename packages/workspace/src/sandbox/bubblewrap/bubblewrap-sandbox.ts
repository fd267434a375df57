import { statSync } from "node:fs";
import type { CommandProfile, WriteCapability } from "@roo-code/types";
import { ToolFailure } from "@roo-code/types";
import type { IsIgnored } from "../../files/roo-ignore.ts";
import { describePatterns, failureNotes, notKeptNote } from "../command-notes.ts";
import { commandView, type MachineView, viewMachine } from "../command-view.ts";
import { ControlGroups } from "../control-groups.ts";
import { innerScript, launchArguments, type OverlayPrograms } from "../launch-scripts.ts";
import { type CommandLimits, limitsWith } from "../limits.ts";
import { type Mount, readOnly } from "../mounts.ts";
import { CommandNetwork } from "../network/command-network.ts";
import { OverlayLayer } from "../overlay/overlay-layer.ts";
import { homeFor, ownHome } from "../own-home.ts";
import type { GuardedCommand } from "../paths/guarded-command.ts";
import { type Guarded, notKept, WorkspaceGuard } from "../paths/workspace-guard.ts";
import { PrivateFolder } from "../private-folder.ts";
import type { CommandSandbox, Enforcement, PlainStart, SandboxedStart, SandboxStrictness } from "../sandbox.ts";
import type { BubblewrapAbilities } from "./bubblewrap-arguments.ts";
import { bubblewrapArguments, mayWriteWith } from "./bubblewrap-arguments.ts";

export interface BubblewrapSandboxOptions extends SandboxStrictness {
  /** The workspace's folder, through all links. */
  readonly root: string;
  /** Where we keep our own files: never seen by a command. */
  readonly home: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly isIgnored: () => IsIgnored;
  readonly abilities: BubblewrapAbilities;
  readonly overlay: OverlayPrograms | undefined;
  readonly enforcement: Enforcement;
}

/** The commands of one workspace, each in namespaces of its own. */
export class BubblewrapSandbox implements CommandSandbox {
  readonly enforcement: Enforcement;
  readonly #options: BubblewrapSandboxOptions;
  readonly #folder = new PrivateFolder();
  readonly #limits: CommandLimits;
  readonly #groups: ControlGroups;
  readonly #guard: WorkspaceGuard;
  readonly #network: CommandNetwork;
  #machine: MachineView | undefined;

  constructor(options: BubblewrapSandboxOptions) {
    this.#options = options;
    this.enforcement = options.enforcement;
    this.#limits = limitsWith(options.limits);
    this.#groups = new ControlGroups(this.#limits);
    this.#guard = new WorkspaceGuard(options);
    this.#network = new CommandNetwork(this.#folder.path);
  }

  async enter(start: PlainStart, profile: CommandProfile): Promise<SandboxedStart> {
    const { write } = profile;
    if (this.#options.root === "/") throw wholeDisk();
    const looked = this.#guard.look();
    const isWatched = start.hearsEnd || start.isTerminal;
    const guarded = write === "all" ? this.#guard.begin(looked, { isWatched }) : undefined;
    try {
      return await this.#enter(start, { profile, before: guarded?.before ?? looked, guarded });
    } catch (error) {
      guarded?.end();
      throw error;
    }
  }

  async #enter(
    start: PlainStart,
    { profile, before, guarded }: { profile: CommandProfile; before: Guarded; guarded: GuardedCommand | undefined },
  ): Promise<SandboxedStart> {
    const { network, write } = profile;
    const layer = typeof write === "object" ? this.#layer() : undefined;
    const passage = await this.#network.passage(network);
    const mounts = [
      ...this.#mounts({ write: layer || typeof write === "string" ? write : "none", network, before, layer }),
      ...passage.mounts,
      ...(start.readable ?? []).map((path) => readOnly(path)),
      ...(this.#options.places ?? []),
    ];
    const { hearsEnd: tellsEnd } = start;
    const killsBefore = this.#groups.memoryKills();
    const command = this.#bubblewrap(start, {
      mounts,
      sharesNetwork: network === "all",
      prefix: passage.command,
      tellsEnd,
    });
    return {
      program: "/bin/sh",
      arguments: launchArguments({
        filter: this.#folder.filter,
        groups: this.#groups.files(),
        command: layer ? layer.command(command) : command,
      }),
      cwd: "/",
      environment: {
        ...start.environment,
        HOME: homeFor(this.#options.environment),
        TMPDIR: "/tmp",
        ...passage.environment,
      },
      tellsEnd,
      notesOn: (end) => [
        ...failureNotes(profile, end),
        ...notKept(guarded?.news() ?? []),
        ...(before.isComplete ? [] : [incomplete]),
      ],
      ranOutOfMemory: () => this.#groups.memoryKills() > killsBefore,
      leave: async () => {
        const notes = layer ? await this.#keep(layer, write) : [];
        return [...notes, ...notKept(guarded?.end() ?? [])];
      },
    };
  }

  noteWritten(paths: readonly string[]): void {
    this.#guard.noteWritten(paths);
  }

  dispose(): void {
    this.#network.dispose();
    this.#groups.dispose();
    this.#folder.dispose();
  }

  #layer(): OverlayLayer | undefined {
    const { root, overlay: programs } = this.#options;
    const folder = this.#folder.make("layer", "upper", "work", "merged");
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
      ownHome:
        view.write === "none" || isSealed ? this.#folder.home : ownHome({ home, root, fallback: this.#folder.home }),
      nothing: this.#folder.nothing,
      empty: this.#folder.empty,
      secrets: [home, this.#folder.path, ...hidden],
      workspaceSource: view.layer?.merged,
    });
  }

  #bubblewrap(
    start: PlainStart,
    parts: { mounts: readonly Mount[]; sharesNetwork: boolean; prefix: readonly string[]; tellsEnd: boolean },
  ): readonly string[] {
    const { abilities, root } = this.#options;
    const script = innerScript({ limits: this.#limits, processFlag: abilities.processFlag, tellsEnd: parts.tellsEnd });
    const uid = process.getuid?.() ?? 0;
    return bubblewrapArguments(abilities, {
      mounts: parts.mounts,
      temporaryFolder: this.#folder.temporary,
      cwd: start.cwd,
      sharesNetwork: parts.sharesNetwork,
      ownsForeignFiles: uid === 0 && statSync(root).uid !== 0,
      user: { uid, gid: process.getgid?.() ?? 0 },
      command: ["/bin/sh", "-c", script, "roo", ...parts.prefix, start.program, ...start.arguments],
    });
  }

  async #keep(layer: OverlayLayer, write: WriteCapability): Promise<readonly string[]> {
    if (typeof write === "string") return [];
    const mayWrite = mayWriteWith(write.patterns, this.#options.isIgnored());
    try {
      const dropped = await layer.keep(mayWrite);
      return notKeptNote(dropped, `this mode may only write ${describePatterns(write.patterns)}`);
    } catch (error) {
      return [`What the command wrote could not be kept: ${error instanceof Error ? error.message : String(error)}.`];
    }
  }
}

function wholeDisk(): ToolFailure {
  return new ToolFailure(
    "not_enforceable",
    "Commands cannot be run: the workspace is the whole disk, and nothing of it could be kept from them.",
  );
}

const incomplete =
  "The workspace is too large to be looked through: in its deeper folders protected files can be written and ignored ones read.";
