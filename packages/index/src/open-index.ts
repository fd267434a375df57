import { createHash } from "node:crypto";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { countRows } from "./database/file-tables.ts";
import { IndexDatabase } from "./database/index-database.ts";
import { damagedNotice, isDamage, openDatabase, setAside } from "./database/open-database.ts";
import type { Embedder } from "./embed/embedder.ts";
import type { OpenVectors } from "./vectors/open-vectors.ts";
import type { VectorStore } from "./vectors/vector-store.ts";

/** Where a workspace's index is. The folder may be deleted at any time: everything in it can be rebuilt. */
export interface IndexPaths {
  readonly folder: string;
  readonly file: string;
  readonly lock: string;
  /** Identifies the workspace in a shared vector store. */
  readonly key: string;
}

/** `root` is the workspace's real path, as in `Workspace.root`. */
export function indexPaths(home: string, root: string): IndexPaths {
  const key = createHash("sha256").update(root).digest("hex").slice(0, 16);
  const folder = join(home, "index", key);
  return { folder, file: join(folder, "index.sqlite"), lock: join(folder, "builder.sqlite"), key };
}

/** Whether a workspace has an index, even an unfinished one. Opens nothing. */
export function hasIndex(home: string, root: string): boolean {
  return existsSync(indexPaths(home, root).file);
}

export interface OpenIndexOptions {
  readonly paths: IndexPaths;
  readonly embedder: Embedder;
  readonly openVectors: OpenVectors;
  readonly onNotice: (message: string) => void;
}

export interface IndexParts {
  readonly database: IndexDatabase;
  readonly vectors: VectorStore;
}

export interface IndexStatus {
  /** `none`: never built. `partial`: started but not finished. */
  readonly state: "none" | "partial" | "ready";
  readonly folder: string;
  readonly files: number;
  readonly chunks: number;
  readonly bytes: number;
  readonly embedder: string;
  readonly vectors: string;
  /** When it was last updated, as ISO 8601. */
  readonly updatedAt?: string;
}

/** The index's open file: opened when first needed, recreated when damaged or deleted. */
export class OpenIndex {
  readonly paths: IndexPaths;
  readonly #options: OpenIndexOptions;
  #parts: IndexParts | undefined;

  constructor(options: OpenIndexOptions) {
    this.paths = options.paths;
    this.#options = options;
  }

  get parts(): IndexParts {
    const { paths, onNotice, openVectors } = this.#options;
    // The folder may be deleted while we run.
    if (this.#parts && !existsSync(paths.file)) void this.close();
    if (this.#parts) return this.#parts;
    const { database, notice } = openDatabase(paths.file);
    if (notice) onNotice(notice);
    const tables = new IndexDatabase(database);
    this.#parts = { database: tables, vectors: openVectors({ database: tables, key: paths.key }) };
    return this.#parts;
  }

  /** Runs `work` on the index, and again on a new, empty one if the file turns out to be damaged. */
  async repairing<Result>(work: (parts: IndexParts) => Promise<Result>): Promise<Result> {
    try {
      return await work(this.parts);
    } catch (error) {
      if (!isDamage(error)) throw error;
      await this.close();
      setAside(this.paths.file);
      this.#options.onNotice(damagedNotice(this.paths.file));
      return work(this.parts);
    }
  }

  /** Clears an index that was built with another embedder or store. Only for the holder of the builder lock. */
  async resetIfBuiltDifferently(): Promise<void> {
    const { database, vectors } = this.parts;
    const builtWith = JSON.stringify({ embedder: this.#options.embedder.id, vectors: vectors.id });
    const before = database.meta("maker");
    if (before === builtWith) return;
    database.clear();
    await vectors.clear();
    database.setMeta("maker", builtWith);
    if (before) this.#options.onNotice("The code index was built with other settings and is being rebuilt.");
  }

  async status(): Promise<IndexStatus> {
    const { paths, embedder } = this.#options;
    const base = { folder: paths.folder, embedder: embedder.id };
    if (!existsSync(paths.file)) return { ...base, state: "none", files: 0, chunks: 0, bytes: 0, vectors: "none" };
    return this.repairing(async ({ database, vectors }) => {
      const updatedAt = database.meta("updatedAt");
      const bytes = sizeOf(paths.file) + sizeOf(`${paths.file}-wal`);
      const status = { ...base, ...countRows(database), bytes, vectors: vectors.id };
      return updatedAt ? { ...status, state: "ready", updatedAt } : { ...status, state: "partial" };
    });
  }

  /** Closes at once; resolves when the connections are closed too. */
  async close(): Promise<void> {
    const parts = this.#parts;
    this.#parts = undefined;
    try {
      parts?.database.close();
    } catch {
      // A damaged file may fail to close; it is no longer used either way.
    }
    await parts?.vectors.close();
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
