import { join, relative } from "node:path";
import { isProtectedPath } from "@roo-code/types";
import type { IsIgnored } from "../../files/roo-ignore.ts";
import { notKeptNote } from "../command-notes.ts";
import { blockedFolders } from "./blocked-folders.ts";
import { examineGitFolder, type GitFolder, gitFolderPaths } from "./git-folders.ts";
import { hooksFolders, personalHooksPaths } from "./git-paths.ts";
import { GuardedCommand } from "./guarded-command.ts";
import { hardLinks, restoreLinks } from "./hard-links.ts";
import { newPlaces } from "./new-paths.ts";
import { isPlaceholder } from "./placeholders.ts";
import { putAside } from "./put-aside.ts";
import { type RunningCommands, runningCommands } from "./running-commands.ts";
import { Survey, type Surveyed } from "./survey.ts";
import { kindOf } from "./system-paths.ts";

/** What is to be kept from a command, as it was when the command began. */
export interface Guarded extends Surveyed {
  readonly gitFolders: readonly GitFolder[];
  /** Where git takes hooks from by a setting, in the workspace; whether they are there or not. Absolute. */
  readonly hooks: readonly string[];
  /** Protected folders that are missing, and that a command cannot make. Absolute. */
  readonly blocked: readonly string[];
  /** Other names of protected files. Absolute. */
  readonly aliases: readonly string[];
  /** How often we had written something protected thisProcess. */
  readonly ownWrites: number;
}

interface WorkspaceGuardOptions {
  /** The workspace's folder, through all links. */
  readonly root: string;
  /** Where we keep our own files. */
  readonly home: string;
  readonly isIgnored: () => IsIgnored;
}

/** Knows what commands may not write in a workspace, keeps them from it, and takes away what they made of it all the same. */
export class WorkspaceGuard {
  readonly #options: WorkspaceGuardOptions;
  readonly #survey: Survey;
  readonly #written = new OwnWrites();
  readonly #running: RunningCommands;
  #isParking = false;
  #foreign: ReadonlySet<string> | undefined;
  #personalHooks: readonly string[] | undefined;

  constructor(options: WorkspaceGuardOptions) {
    this.#options = options;
    this.#survey = new Survey(options.root);
    this.#running = runningCommands(options.home, options.root);
  }

  look(): Guarded {
    const { root, isIgnored } = this.#options;
    const surveyed = withoutPlaceholders(root, this.#survey.look(isIgnored()));
    // What was there before the first command is no command's own.
    const foreign = (this.#foreign ??= new Set(surveyed.sockets.map(({ identity }) => identity)));
    const sockets = surveyed.sockets.filter(({ identity }) => foreign.has(identity));
    const paths = gitFolderPaths(root, surveyed.repositories);
    const gitFolders = paths.map((path) => examineGitFolder(path, root));
    const personal = (this.#personalHooks ??= personalHooksPaths());
    const hooks = hooksFolders(root, { gitFolders: paths, repositories: surveyed.repositories, personal });
    const blocked = blockedFolders(root, { gitFolders, hooks });
    const aliases = hardLinks(root, { ...surveyed, gitFolders });
    return { ...surveyed, sockets, gitFolders, hooks, blocked, aliases, ownWrites: this.#written.count };
  }

  /** Before a command that may write: what is blocked is so from now on. Never throws. */
  begin(before: Guarded, { isWatched }: { readonly isWatched: boolean }): GuardedCommand {
    this.block(before);
    const guarded = { ...before, blocked: before.blocked.filter((path) => kindOf(path) === "folder") };
    return new GuardedCommand(guarded, {
      isWatched,
      takeAway: (isRunning) => this.#takeAway(guarded, isRunning),
      end: () => this.unblock(),
    });
  }

  /** Puts empty folders where commands may not create any, until `unblock`. Never throws. */
  block(before: Guarded): void {
    const { root } = this.#options;
    const known = [
      ...[...before.protected, ...before.repositories].map(({ path }) => join(root, path)),
      ...before.gitFolders.flatMap(({ path, guards, loose }) =>
        [...guards, ...loose.keys()].map((part) => join(path, part)),
      ),
    ];
    this.#running.begin({ blocked: before.blocked, known });
  }

  unblock(): void {
    this.#running.end();
  }

  /** The folders that block what is missing, and what tells them from others: a sandbox that is mounted on others blocks nothing. */
  blockersOf({ blocked }: Guarded): ReadonlyMap<string, string> {
    return this.#running.blockersOf(blocked);
  }

  /** Keeps placeholders in place, and from now on for later use. */
  hold(): { release(): void } {
    if (!this.#isParking) this.#running.startParking();
    this.#isParking = true;
    this.#running.hold();
    return { release: () => this.#running.end() };
  }

  /** After the last command. May be called twice. */
  dispose(): void {
    if (this.#isParking) this.#running.stopParking();
    this.#isParking = false;
  }

  /** Notes on what was taken away. Never throws. */
  takeAway(before: Guarded): readonly string[] {
    return notKept(this.#takeAway(before, false));
  }

  /** Paths that were written on purpose, by us: not the command's. */
  noteWritten(paths: readonly string[]): void {
    this.#written.add(paths);
  }

  #takeAway(before: Guarded, isRunning: boolean): readonly string[] {
    const { root, home, isIgnored } = this.#options;
    const after = this.#survey.look(isIgnored());
    const compared = { root, before, after, written: this.#written.since(before.ownWrites), isRunning };
    const found = newPlaces(compared);
    putAside(found, home);
    if (!isRunning) restoreLinks(compared);
    return found.map((path) => relative(root, path));
  }
}

/** An empty folder that keeps a running command from creating it is as good as none. */
function withoutPlaceholders(root: string, surveyed: Surveyed): Surveyed {
  return { ...surveyed, protected: surveyed.protected.filter(({ path }) => !isPlaceholder(join(root, path))) };
}

export function notKept(paths: readonly string[]): readonly string[] {
  return notKeptNote(paths, "commands may not write protected files");
}

/** Protected files that we wrote thisProcess, with leave, and the folders that came with them: not a command's doing. */
class OwnWrites {
  readonly #paths: string[] = [];

  /** Marks a moment. */
  get count(): number {
    return this.#paths.length;
  }

  since(count: number): ReadonlySet<string> {
    return new Set(this.#paths.slice(count));
  }

  add(paths: readonly string[]): void {
    for (const path of paths.filter(isProtectedPath)) {
      const parts = path.split("/");
      for (const [index] of parts.entries()) this.#paths.push(parts.slice(0, index + 1).join("/"));
    }
  }
}
