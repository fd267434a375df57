import { type BigIntStats, opendirSync } from "node:fs";
import type {
  FileChange,
  FileStat,
  FileStep,
  FileWindow,
  Listing,
  ListOptions,
  SearchOutcome,
  SearchRequest,
  WorkspaceFiles,
} from "@roo-code/types";
import { SerialQueue, ToolFailure } from "@roo-code/types";
import { applyChanges, finishChanges } from "./files/apply-changes.ts";
import { type ConfinedPath, confine, confineEntry, type WorkspaceRoot } from "./files/confine.ts";
import { asFileFailure, errorCode, notAFile } from "./files/file-failure.ts";
import { contentVersion, refuseLargeContent } from "./files/file-version.ts";
import { HeldFolder, holdParent } from "./files/held-folder.ts";
import { listFiles } from "./files/list-files.ts";
import type { PrivatePaths } from "./files/private-paths.ts";
import { readWindow } from "./files/read-window.ts";
import { type IsIgnored, ignoredPath, RooIgnore } from "./files/roo-ignore.ts";
import type { ConfinedChange } from "./files/staged-change.ts";
import { findRipgrep } from "./search/ripgrep.ts";

/** What the user hides from the agent. */
export interface IgnoredFiles {
  load(): IsIgnored;
  /** Throws `ToolFailure` `ignored_path`. */
  check(path: ConfinedPath): void;
  /** Whether a file is hidden by its identity, whatever its name. */
  isIgnoredFile(stat: BigIntStats): boolean;
}

export class LocalFiles implements WorkspaceFiles {
  readonly #root: WorkspaceRoot;
  readonly #environment: Record<string, string>;
  readonly #ignored: IgnoredFiles;
  readonly #private: PrivatePaths | undefined;
  #ripgrep: Promise<string | undefined> | undefined;
  readonly #onWrite: (paths: readonly string[]) => void;
  readonly #writes = new SerialQueue();

  /** `onWrite` is called with the paths about to be written. */
  constructor(
    root: WorkspaceRoot,
    environment: Record<string, string>,
    onWrite: (paths: readonly string[]) => void = () => undefined,
    ignored: IgnoredFiles = new RooIgnore(root.real),
    privatePaths?: PrivatePaths,
  ) {
    this.#root = root;
    this.#environment = environment;
    this.#onWrite = onWrite;
    this.#ignored = ignored;
    this.#private = privatePaths;
  }

  async resolve(path: string): Promise<string> {
    return confine(this.#root, path).relative;
  }

  async stat(path: string): Promise<FileStat | undefined> {
    const stat = statOf(this.#admitFile(path));
    return stat && asFileStat(stat);
  }

  async read(path: string, window?: { offset?: number; maxBytes?: number }): Promise<FileWindow> {
    return readWindow(this.#admit(path), window, (stat) => this.#ignored.isIgnoredFile(stat));
  }

  async list(path: string, options: ListOptions): Promise<Listing> {
    const folder = this.#admit(path);
    const stat = await this.stat(path);
    if (!stat) throw new ToolFailure("not_found", `There is no folder "${path}".`);
    if (stat.kind !== "directory") throw new ToolFailure("not_a_directory", `"${path}" is a file, not a folder.`);
    requireReadable(folder);
    const { isIgnored, leftOut } = this.#hidden(folder);
    const listing = await listFiles({ root: this.#root.real, start: folder.relative, isIgnored, ...options });
    return { ...listing, ...this.#existing(leftOut) };
  }

  async search(request: SearchRequest): Promise<SearchOutcome> {
    const start = this.#admit(request.path);
    const stat = await this.stat(request.path);
    if (!stat) throw new ToolFailure("not_found", `There is no file or folder "${request.path}" to search.`);
    // ripgrep would block on a pipe.
    if (stat.kind === "other") throw notAFile(request.path);
    this.#ripgrep ??= findRipgrep(this.#environment.PATH);
    const { searchFiles } = await import("./search/search-files.ts");
    const { isIgnored, leftOut } = this.#hidden(start);
    const outcome = await searchFiles({
      root: this.#root.real,
      request: { ...request, path: start.relative },
      isFile: stat.kind === "file",
      isIgnored,
      isIgnoredFile: (found) => this.#ignored.isIgnoredFile(found),
      ripgrep: await this.#ripgrep,
      environment: this.#environment,
    });
    return { ...outcome, ...this.#existing(leftOut) };
  }

  share(path: string): void {
    this.#private?.share(confine(this.#root, path).relative);
  }

  versionOf(content: Uint8Array): string {
    refuseLargeContent(content);
    return contentVersion(content);
  }

  async apply(changes: readonly FileChange[]): Promise<void> {
    return this.#write(() => changes.map((change) => this.#admitChange(change)), applyChanges);
  }

  async finish(steps: readonly FileStep[]): Promise<boolean> {
    return this.#write(() => steps.map((step) => ({ ...step, path: this.#admit(step.path) })), finishChanges);
  }

  /** One at a time: otherwise two edits of one file could both find the version they expect. */
  #write<Change extends { readonly path: ConfinedPath }, Result>(
    admit: () => readonly Change[],
    work: (admitted: readonly Change[]) => Promise<Result>,
  ): Promise<Result> {
    return this.#writes.run(() => {
      const admitted = admit();
      this.#onWrite(admitted.map(({ path }) => path.relative));
      return work(admitted);
    });
  }

  #admitChange({ path, movedFrom, ...change }: FileChange): ConfinedChange {
    return {
      ...change,
      path: this.#admitFile(path),
      movedFrom: movedFrom !== undefined ? this.#admitFile(movedFrom) : undefined,
    };
  }

  #hidden({ relative: start }: ConfinedPath): { isIgnored: IsIgnored; leftOut: readonly string[] } {
    const isIgnored = this.#ignored.load();
    if (!this.#private) return { isIgnored, leftOut: [] };
    const { isHidden, leftOut } = this.#private.hidden(start);
    return { isIgnored: (path) => isHidden(path) || isIgnored(path), leftOut };
  }

  /** Those that exist, to be reported. */
  #existing(paths: readonly string[]): { leftOut?: readonly string[] } {
    const found = paths.filter((path) => statOf(confineEntry(this.#root, path)) !== undefined);
    return found.length === 0 ? {} : { leftOut: found };
  }

  #admitFile(path: string): ConfinedPath {
    const confined = this.#admit(path);
    const stat = statOf(confined);
    if (stat && this.#ignored.isIgnoredFile(stat)) throw ignoredPath(path);
    return confined;
  }

  #admit(path: string): ConfinedPath {
    const confined = confine(this.#root, path);
    this.#ignored.check(confined);
    this.#private?.check(confined);
    return confined;
  }
}

/** Otherwise an unreadable folder would look like an empty one. */
function requireReadable(folder: ConfinedPath): void {
  try {
    using held = HeldFolder.open(folder.absolute);
    opendirSync(held.path).closeSync();
  } catch (error) {
    throw asFileFailure(error, folder.given);
  }
}

function statOf(path: ConfinedPath): BigIntStats | undefined {
  try {
    const { folder, name } = holdParent(path);
    using parent = folder;
    return parent.stat(name);
  } catch (error) {
    if (errorCode(error) === "ENOENT" || errorCode(error) === "ENOTDIR") return undefined;
    throw asFileFailure(error, path.given);
  }
}

function asFileStat(stat: BigIntStats): FileStat {
  const kind = stat.isFile() ? "file" : stat.isDirectory() ? "directory" : "other";
  return { kind, size: Number(stat.size), mtimeMs: Number(stat.mtimeNs) / 1e6 };
}
