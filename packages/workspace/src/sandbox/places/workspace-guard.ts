import { relative } from "node:path";
import type { IsIgnored } from "../../roo-ignore.ts";
import { notKeptNote } from "../command-notes.ts";
import { examineGitFolder, type GitFolder, gitFolderPaths } from "./git-folders.ts";
import { newPlaces } from "./new-places.ts";
import { OwnWrites } from "./own-writes.ts";
import { putAside } from "./put-aside.ts";
import { restoreLinks } from "./restore-links.ts";
import { Survey, type Surveyed } from "./survey.ts";

/** What is to be kept from a command, as it was when the command began. */
export interface Guarded extends Surveyed {
  readonly gitFolders: readonly GitFolder[];
  /** How often we had written something protected ourselves. */
  readonly ownWrites: number;
}

export interface WorkspaceGuardOptions {
  /** The workspace's folder, through all links. */
  readonly root: string;
  /** Where we keep our own files. */
  readonly home: string;
  readonly isIgnored: () => IsIgnored;
}

/** Knows what commands may not write in a workspace, and takes away what they made of it all the same. */
export class WorkspaceGuard {
  readonly #options: WorkspaceGuardOptions;
  readonly #survey: Survey;
  readonly #written = new OwnWrites();
  #foreign: ReadonlySet<string> | undefined;

  constructor(options: WorkspaceGuardOptions) {
    this.#options = options;
    this.#survey = new Survey(options.root);
  }

  look(): Guarded {
    const { root, isIgnored } = this.#options;
    const surveyed = this.#survey.look(isIgnored());
    // What was there before the first command is no command's own.
    const foreign = (this.#foreign ??= new Set(surveyed.sockets.map(({ identity }) => identity)));
    const sockets = surveyed.sockets.filter(({ identity }) => foreign.has(identity));
    const paths = gitFolderPaths(root, surveyed.repositories);
    const gitFolders = paths.map((path) => examineGitFolder(path, root));
    return { ...surveyed, sockets, gitFolders, ownWrites: this.#written.count };
  }

  /** Notes on what was taken away. Never throws; may be called while the command goes on, and again. */
  takeAway(before: Guarded): readonly string[] {
    const { root, home, isIgnored } = this.#options;
    const after = this.#survey.look(isIgnored());
    const compared = { root, before, after, written: this.#written.since(before.ownWrites) };
    const found = newPlaces(compared);
    putAside(found, home);
    restoreLinks(compared);
    const paths = found.map((path) => relative(root, path));
    return notKeptNote(paths, "commands may not write protected files");
  }

  /** Paths that were written on purpose, by us: not the command's. */
  noteWritten(paths: readonly string[]): void {
    this.#written.add(paths);
  }
}
