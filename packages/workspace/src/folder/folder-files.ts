import { type BigIntStats, createReadStream, realpathSync, renameSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { Readable } from "node:stream";
import { type FileWindow, type Listing, type SearchOutcome, type SearchRequest, ToolFailure } from "@roo-code/types";
import { childEnvironment } from "../commands/child-environment.ts";
import { type ConfinedPath, confine, confineEntry, type WorkspaceRoot } from "../files/confine.ts";
import { createFolders } from "../files/create-folders.ts";
import { asFileFailure, errorCode } from "../files/file-failure.ts";
import { holdParent } from "../files/held-folder.ts";
import { openRegularFile } from "../files/open-file.ts";
import { removeEntry } from "../files/remove-entry.ts";
import { LocalFiles } from "../local-files.ts";
import { type FolderEntry, listFolder } from "./list-folder.ts";
import { packFolder } from "./pack-folder.ts";
import { storeUpload } from "./store-upload.ts";

export type { FolderEntry } from "./list-folder.ts";

/** A download. */
export interface Download {
  readonly stream: Readable;
  readonly name: string;
  readonly isFolder: boolean;
}

/**
 * A folder's files as its user sees them: including what `.rooignore` hides from the agent. Confined like
 * the agent's. Throws `ToolFailure`: `outside_workspace`, `not_found`, `file_changed`, `file_exists`, …
 */
export class FolderFiles {
  readonly #root: WorkspaceRoot;
  readonly #files: LocalFiles;

  constructor({ folder, environment }: { readonly folder: string; readonly environment: NodeJS.ProcessEnv }) {
    this.#root = { given: folder, real: realpathSync(folder) };
    const nothingIgnored = { load: () => () => false, check: () => undefined, isIgnoredFile: () => false };
    this.#files = new LocalFiles(this.#root, childEnvironment(environment), undefined, nothingIgnored);
  }

  /** The folder's canonical relative path. */
  resolve(path: string): string {
    return confine(this.#root, path).relative;
  }

  async list(path: string, limit: number): Promise<{ entries: readonly FolderEntry[]; isTruncated: boolean }> {
    return listFolder(this.#root, confine(this.#root, path), limit);
  }

  /** All files and folders that are not ignored. */
  names(limit: number, signal: AbortSignal): Promise<Listing> {
    return this.#files.list(".", { recursive: true, limit, signal });
  }

  search(request: SearchRequest): Promise<SearchOutcome> {
    return this.#files.search(request);
  }

  read(path: string, maxBytes: number): Promise<FileWindow> {
    return this.#files.read(path, { maxBytes });
  }

  /** `before`: the version it replaces; null for a new file. */
  write(path: string, content: Uint8Array, before: string | null): Promise<void> {
    return this.#files.apply([{ path, content, before }]);
  }

  /** Files and whole folders; of a link, the link. */
  async remove(path: string): Promise<void> {
    const entry = this.#requireEntry(path);
    try {
      const { folder, name } = holdParent(entry);
      using parent = folder;
      await removeEntry(parent, name);
    } catch (error) {
      throw asFileFailure(error, path);
    }
  }

  async move(from: string, to: string): Promise<void> {
    const source = this.#requireEntry(from);
    const target = confineEntry(this.#root, to);
    if (isThere(target)) throw exists(to);
    if (target.absolute.startsWith(`${source.absolute}/`))
      throw new ToolFailure("invalid_path", `"${to}" is inside of "${from}".`);
    try {
      const place = holdParent(source);
      using old = place.folder;
      using fresh = createFolders(dirname(target.absolute)).folder;
      renameSync(old.at(place.name), fresh.at(basename(target.absolute)));
    } catch (error) {
      throw asFileFailure(error, to);
    }
  }

  async makeFolder(path: string): Promise<void> {
    const folder = confine(this.#root, path);
    if (isThere(folder)) throw exists(path);
    try {
      createFolders(folder.absolute).folder.close();
    } catch (error) {
      throw errorCode(error) === "EEXIST" ? exists(path) : asFileFailure(error, path);
    }
  }

  /** Completely or not at all. `replaces`: an existing file may be replaced. */
  async upload(path: string, content: Readable, options: { replaces: boolean; maxBytes: number }): Promise<void> {
    const target = confine(this.#root, path);
    const found = statOf(target);
    if (found && (!options.replaces || !found.isFile())) throw exists(path);
    await storeUpload(target, content, options);
  }

  /** A file from a given byte on, or a folder as a gzipped tar. */
  download(path: string, from: number): Download {
    const found = confine(this.#root, path);
    const name = basename(found.absolute);
    if (statOf(found)?.isDirectory())
      return { stream: packFolder(found.absolute), name: `${name}.tar.gz`, isFolder: true };
    const { file } = openRegularFile(found);
    return { stream: createReadStream("", { fd: file, start: from }), name, isFolder: false };
  }

  #requireEntry(path: string): ConfinedPath {
    const entry = confineEntry(this.#root, path);
    if (isThere(entry)) return entry;
    throw new ToolFailure("not_found", `There is no file or folder "${path}".`);
  }
}

function isThere(path: ConfinedPath): boolean {
  return statOf(path) !== undefined;
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

function exists(path: string): ToolFailure {
  return new ToolFailure("file_exists", `"${path}" already exists.`);
}
