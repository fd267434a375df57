import { lstat } from "node:fs/promises";
import type {
  FileChange,
  FileStat,
  FileWindow,
  Listing,
  SearchOutcome,
  SearchRequest,
  WorkspaceFiles,
} from "@roo-code/types";
import { ToolFailure } from "@roo-code/types";
import { applyChanges } from "./apply-changes.ts";
import { type ConfinedPath, confine, type WorkspaceRoot } from "./confine.ts";
import { asFileFailure, errorCode, notAFile } from "./file-failure.ts";
import { contentVersion, refuseLargeContent } from "./file-version.ts";
import { listFiles } from "./list-files.ts";
import { readWindow } from "./read-window.ts";
import { findRipgrep } from "./ripgrep.ts";
import { RooIgnore } from "./roo-ignore.ts";
import { searchFiles } from "./search-files.ts";
import type { ConfinedChange } from "./staged-change.ts";

export class LocalFiles implements WorkspaceFiles {
  readonly #root: WorkspaceRoot;
  readonly #environment: Record<string, string>;
  readonly #rooIgnore: RooIgnore;
  #ripgrep: Promise<string | undefined> | undefined;
  #lastApply: Promise<void> = Promise.resolve();

  constructor(root: WorkspaceRoot, environment: Record<string, string>) {
    this.#root = root;
    this.#environment = environment;
    this.#rooIgnore = new RooIgnore(root.real);
  }

  async resolve(path: string): Promise<string> {
    return (await confine(this.#root, path)).relative;
  }

  async stat(path: string): Promise<FileStat | undefined> {
    return readStat(await this.#admit(path));
  }

  async read(path: string, window?: { offset?: number; maxBytes?: number }): Promise<FileWindow> {
    return readWindow(await this.#admit(path), window);
  }

  async list(path: string, options: { recursive: boolean; limit: number; signal: AbortSignal }): Promise<Listing> {
    const folder = await this.#admit(path);
    const stat = await readStat(folder);
    if (!stat) throw new ToolFailure("not_found", `There is no folder "${path}".`);
    if (stat.kind !== "directory") throw new ToolFailure("not_a_directory", `"${path}" is a file, not a folder.`);
    const isIgnored = await this.#rooIgnore.load();
    return listFiles({ root: this.#root.real, start: folder.relative, isIgnored, ...options });
  }

  async search(request: SearchRequest): Promise<SearchOutcome> {
    const start = await this.#admit(request.path);
    const stat = await readStat(start);
    if (!stat) throw new ToolFailure("not_found", `There is no file or folder "${request.path}" to search.`);
    // ripgrep would wait for the other end of a pipe.
    if (stat.kind === "other") throw notAFile(request.path);
    this.#ripgrep ??= findRipgrep(this.#environment.PATH);
    return searchFiles({
      root: this.#root.real,
      request: { ...request, path: start.relative },
      isFile: stat.kind === "file",
      isIgnored: await this.#rooIgnore.load(),
      ripgrep: await this.#ripgrep,
      environment: this.#environment,
    });
  }

  versionOf(content: Uint8Array): string {
    refuseLargeContent(content);
    return contentVersion(content);
  }

  /** One at a time: two edits of one file would else both find the version they expect. */
  async apply(changes: readonly FileChange[]): Promise<void> {
    const done = this.#lastApply.then(async () => applyChanges(await this.#admitAll(changes)));
    this.#lastApply = done.catch(() => undefined);
    return done;
  }

  async #admitAll(changes: readonly FileChange[]): Promise<ConfinedChange[]> {
    return Promise.all(
      changes.map(async ({ path, before, content }) => ({ path: await this.#admit(path), before, content })),
    );
  }

  async #admit(path: string): Promise<ConfinedPath> {
    const confined = await confine(this.#root, path);
    await this.#rooIgnore.check(confined);
    return confined;
  }
}

async function readStat(path: ConfinedPath): Promise<FileStat | undefined> {
  try {
    const stat = await lstat(path.absolute);
    const kind = stat.isFile() ? "file" : stat.isDirectory() ? "directory" : "other";
    return { kind, size: stat.size, mtimeMs: stat.mtimeMs };
  } catch (error) {
    if (errorCode(error) === "ENOENT" || errorCode(error) === "ENOTDIR") return undefined;
    throw asFileFailure(error, path.given);
  }
}
