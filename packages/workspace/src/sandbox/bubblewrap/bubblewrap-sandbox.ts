import { mkdirSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { CommandProfile, WriteCapability } from "@roo-code/types";
import { ToolFailure } from "@roo-code/types";
import { isInside } from "../../confine.ts";
import type { IsIgnored } from "../../roo-ignore.ts";
import { sha256 } from "../../sha256.ts";
import { describePatterns, failureNotes, notKeptNote } from "../command-notes.ts";
import { ControlGroups } from "../control-groups.ts";
import { innerScript, launchArguments, type OverlayPrograms } from "../launch-scripts.ts";
import { type CommandLimits, limitsWith } from "../limits.ts";
import { mayWriteWith } from "../may-write.ts";
import { type Mount, readOnly } from "../mounts.ts";
import { CommandNetwork } from "../network/command-network.ts";
import { OverlayLayer } from "../overlay/overlay-layer.ts";
import { newPlaces } from "../places/new-places.ts";
import { OwnWrites } from "../places/own-writes.ts";
import { putAside } from "../places/put-aside.ts";
import { Survey, type Surveyed } from "../places/survey.ts";
import { isSystemPath } from "../places/system-places.ts";
import { PrivateFolder } from "../private-folder.ts";
import type { CommandSandbox, Enforcement, PlainStart, SandboxedStart, SandboxStrictness } from "../sandbox.ts";
import type { BubblewrapAbilities } from "./bubblewrap-abilities.ts";
import { bubblewrapArguments } from "./bubblewrap-arguments.ts";
import { commandView, type MachineView, viewMachine } from "./command-view.ts";

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
  readonly #survey: Survey;
  readonly #network: CommandNetwork;
  readonly #written = new OwnWrites();
  #machine: MachineView | undefined;

  constructor(options: BubblewrapSandboxOptions) {
    this.#options = options;
    this.enforcement = options.enforcement;
    this.#limits = limitsWith(options.limits);
    this.#groups = new ControlGroups(this.#limits);
    this.#survey = new Survey(options.root);
    this.#network = new CommandNetwork(this.#folder.path);
  }

  async enter(start: PlainStart, profile: CommandProfile): Promise<SandboxedStart> {
    const { network, write } = profile;
    if (this.#options.root === "/") throw wholeDisk();
    const before = this.#survey.look(this.#options.isIgnored());
    const layer = typeof write === "object" ? this.#layer() : undefined;
    const passage = await this.#network.passage(network);
    const mounts = [
      ...this.#mounts({
        write: layer || typeof write === "string" ? write : "none",
        before,
        layer,
        readable: start.readable ?? [],
      }),
      ...passage.mounts,
      ...(this.#options.places ?? []),
    ];
    const tellsEnd = !start.isTerminal;
    const killsBefore = this.#groups.memoryKills();
    let isOver = false;
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
      environment: { ...start.environment, HOME: this.#userHome(), TMPDIR: "/tmp", ...passage.environment },
      tellsEnd,
      notesOn: (end) => [
        ...failureNotes(profile, end),
        ...(write === "all" && !isOver ? this.#takeAway(before) : []),
        ...(before.isComplete ? [] : [incomplete]),
      ],
      ranOutOfMemory: () => this.#groups.memoryKills() > killsBefore,
      leave: async () => {
        isOver = true;
        if (layer) return this.#keep(layer, write);
        return write === "all" ? this.#takeAway(before) : [];
      },
    };
  }

  noteWritten(paths: readonly string[]): void {
    this.#written.add(paths);
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

  #mounts(view: {
    write: WriteCapability;
    before: Surveyed;
    layer: OverlayLayer | undefined;
    readable: readonly string[];
  }): readonly Mount[] {
    const { root, home, environment, isSealed = false, hidden = [] } = this.#options;
    const userHome = this.#userHome();
    this.#machine ??= viewMachine({ root, home: userHome, environment, own: home, isSealed });
    return commandView({
      root,
      write: view.write,
      surveyed: view.before,
      machine: { ...this.#machine, tools: [...this.#machine.tools, ...this.#readable(view.readable)] },
      home: userHome,
      ownHome: view.write === "none" || isSealed ? this.#folder.home : this.#ownHome(),
      nothing: this.#folder.nothing,
      secrets: [home, this.#folder.path, ...hidden],
      ...(view.layer && { workspaceSource: view.layer.merged }),
    });
  }

  /** Not around the workspace: of that only what was decided is seen. */
  #readable(folders: readonly string[]): readonly Mount[] {
    return folders.filter((folder) => !isInside(folder, this.#options.root)).map((folder) => readOnly(folder));
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

  /** Another where the person's own is no place to put one of the command's over. */
  #userHome(): string {
    const given = this.#options.environment["HOME"] ?? homedir();
    return given.startsWith("/") && given !== "/" && !isSystemPath(given) ? given : "/home/sandbox";
  }

  /** One for each workspace: what a command of one project leaves there is nothing to one of another. */
  #ownHome(): string {
    const { home, root } = this.#options;
    const folder = join(home, "cache", "sandbox-home", sha256(root).slice(0, 16));
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      return folder;
    } catch {
      return this.#folder.home;
    }
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

  #takeAway(before: Surveyed): readonly string[] {
    const { root, home, isIgnored } = this.#options;
    const after = this.#survey.look(isIgnored());
    const found = newPlaces({ root, before, after, written: this.#written.paths });
    putAside(found, { root, home });
    return notKeptNote(found, "commands may not write protected files");
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
