import { join, relative } from "node:path";
import { isProtectedPath } from "@roo-code/types";
import type { IsIgnored } from "../../files/roo-ignore.ts";
import { notKeptNote } from "../command-notes.ts";
import { blockedFolders } from "./blocked-folders.ts";
import { examineGitFolder, type GitFolder, gitFolderPaths } from "./git-folders.ts";
import { hooksFolders, personalHooksPaths } from "./git-paths.ts";
import { GuardedCommand } from "./guarded-command.ts";
import { hardLinks, restoreLinks } from "./hard-links.ts";
import { newPaths } from "./new-paths.ts";
import { isPlaceholder } from "./placeholders.ts";
import { quarantine } from "./quarantine.ts";
import { type RunningCommands, runningCommands } from "./running-commands.ts";
import { Survey, type Surveyed } from "./survey.ts";
import { kindOf } from "./system-paths.ts";

/** What is guarded against a command, as it was when the command started. */
export interface Guarded extends Surveyed {
  readonly gitFolders: readonly GitFolder[];
  /** Folders in the workspace that git takes hooks from, existing or not. Absolute. */
  readonly hooks: readonly string[];
  /** Protected folders that do not exist and that a command must not create. Absolute. */
  readonly blocked: readonly string[];
  /** Other names of protected files. Absolute. */
  readonly aliases: readonly string[];
  /** Number of protected files Roo itself had written. */
  readonly ownWrites: number;
}

interface WorkspaceGuardOptions {
  /** The workspace's folder, with all links resolved. */
  readonly root: string;
  /** Roo's home. */
  readonly home: string;
  readonly isIgnored: () => IsIgnored;
}

/** Keeps commands from writing protected files of a workspace, and removes those they create all the same. */
export class WorkspaceGuard {
  readonly #options: WorkspaceGuardOptions;
  readonly #survey: Survey;
  readonly #ownWrites = new OwnWrites();
  readonly #running: RunningCommands;
  #isParking = false;
  #outsideSockets: ReadonlySet<string> | undefined;
  #personalHooks: readonly string[] | undefined;

  constructor(options: WorkspaceGuardOptions) {
    this.#options = options;
    this.#survey = new Survey(options.root);
    this.#running = runningCommands(options.home, options.root);
  }

  inspect(): Guarded {
    const { root, isIgnored } = this.#options;
    const surveyed = withoutPlaceholders(root, this.#survey.scan(isIgnored()));
    // Sockets that existed before the first command do not belong to a command.
    const outside = (this.#outsideSockets ??= new Set(surveyed.sockets.map(({ identity }) => identity)));
    const sockets = surveyed.sockets.filter(({ identity }) => outside.has(identity));
    const paths = gitFolderPaths(root, surveyed.repositories);
    const gitFolders = paths.map((path) => examineGitFolder(path, root));
    const personal = (this.#personalHooks ??= personalHooksPaths());
    const hooks = hooksFolders(root, { gitFolders: paths, repositories: surveyed.repositories, personal });
    const blocked = blockedFolders(root, { gitFolders, hooks });
    const aliases = hardLinks(root, { ...surveyed, gitFolders });
    return { ...surveyed, sockets, gitFolders, hooks, blocked, aliases, ownWrites: this.#ownWrites.count };
  }

  /** Before a command that may write: blocks missing folders from now on. Never throws. */
  begin(before: Guarded, { isWatched }: { readonly isWatched: boolean }): GuardedCommand {
    this.block(before);
    const guarded = { ...before, blocked: before.blocked.filter((path) => kindOf(path) === "folder") };
    return new GuardedCommand(guarded, {
      isWatched,
      quarantine: (isRunning) => this.#quarantineNew(guarded, isRunning),
      end: () => this.unblock(),
    });
  }

  /** Creates empty folders where commands may not create any, until `unblock`. Never throws. */
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

  /** The folders that block missing ones, with their identities: a sandbox mounted on others blocks nothing. */
  blockersOf({ blocked }: Guarded): ReadonlyMap<string, string> {
    return this.#running.blockersOf(blocked);
  }

  /** Keeps placeholders now, and parks them from now on instead of removing them. */
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

  /** Returns notes on what was removed. Never throws. */
  quarantineNew(before: Guarded): readonly string[] {
    return notKept(this.#quarantineNew(before, false));
  }

  /** Paths that Roo wrote on purpose: not the command's. */
  noteWritten(paths: readonly string[]): void {
    this.#ownWrites.add(paths);
  }

  #quarantineNew(before: Guarded, isRunning: boolean): readonly string[] {
    const { root, home, isIgnored } = this.#options;
    const after = this.#survey.scan(isIgnored());
    const compared = { root, before, after, written: this.#ownWrites.since(before.ownWrites), isRunning };
    const found = newPaths(compared);
    quarantine(found, home);
    if (!isRunning) restoreLinks(compared);
    return found.map((path) => relative(root, path));
  }
}

/** Ignores empty folders that only block a running command. */
function withoutPlaceholders(root: string, surveyed: Surveyed): Surveyed {
  return { ...surveyed, protected: surveyed.protected.filter(({ path }) => !isPlaceholder(join(root, path))) };
}

export function notKept(paths: readonly string[]): readonly string[] {
  return notKeptNote(paths, "commands may not write protected files");
}

/** Protected files that Roo itself wrote, with approval, and the folders created for them: not the command's. */
class OwnWrites {
  readonly #paths: string[] = [];

  /** A position for `since`. */
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
