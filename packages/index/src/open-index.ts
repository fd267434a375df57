import { existsSync, statSync } from "node:fs";
import { countRows } from "./database/file-tables.ts";
import { IndexDatabase } from "./database/index-database.ts";
import { damagedNotice, openDatabase, setAside } from "./database/open-database.ts";
import { isDamage } from "./database/sqlite-error.ts";
import type { Embedder } from "./embed/embedder.ts";
import type { IndexPlace } from "./index-place.ts";
import type { OpenVectors } from "./vectors/open-vectors.ts";
import type { VectorStore } from "./vectors/vector-store.ts";

export interface OpenIndexOptions {
  readonly place: IndexPlace;
  readonly embedder: Embedder;
  readonly openVectors: OpenVectors;
  readonly onNotice: (message: string) => void;
}

export interface IndexParts {
  readonly database: IndexDatabase;
  readonly vectors: VectorStore;
}

export interface IndexStatus {
  /** `none`: never built here. `partial`: begun and not finished. */
  readonly state: "none" | "partial" | "ready";
  readonly folder: string;
  readonly files: number;
  readonly chunks: number;
  readonly bytes: number;
  readonly embedder: string;
  readonly vectors: string;
  /** When it was last brought up to date, as ISO 8601. */
  readonly updatedAt?: string;
}

/** The index's file while it is in use: opened when first needed, made anew when it is damaged or was deleted. */
export class OpenIndex {
  readonly place: IndexPlace;
  readonly #options: OpenIndexOptions;
  #parts: IndexParts | undefined;

  constructor(options: OpenIndexOptions) {
    this.place = options.place;
    this.#options = options;
  }

  get parts(): IndexParts {
    const { place, onNotice, openVectors } = this.#options;
    // Somebody may delete the folder while we run.
    if (this.#parts && !existsSync(place.file)) void this.close();
    if (this.#parts) return this.#parts;
    const { database, notice } = openDatabase(place.file);
    if (notice) onNotice(notice);
    const tables = new IndexDatabase(database);
    this.#parts = { database: tables, vectors: openVectors({ database: tables, key: place.key }) };
    return this.#parts;
  }

  /** Does something with the index; once more with a new, empty one when the file turns out to be damaged. */
  async repairing<Result>(work: (parts: IndexParts) => Promise<Result>): Promise<Result> {
    try {
      return await work(this.parts);
    } catch (error) {
      if (!isDamage(error)) throw error;
      await this.close();
      setAside(this.place.file);
      this.#options.onNotice(damagedNotice(this.place.file));
      return work(this.parts);
    }
  }

  /** Empties an index that another embedder or store has made. Only for the one who may build. */
  async resetIfBuiltDifferently(): Promise<void> {
    const { database, vectors } = this.parts;
    const maker = JSON.stringify({ embedder: this.#options.embedder.id, vectors: vectors.id });
    const before = database.meta("maker");
    if (before === maker) return;
    database.clear();
    await vectors.clear();
    database.setMeta("maker", maker);
    if (before) this.#options.onNotice("The code index was made with other settings and is built anew.");
  }

  async status(): Promise<IndexStatus> {
    const { place, embedder } = this.#options;
    const base = { folder: place.folder, embedder: embedder.id };
    if (!existsSync(place.file)) return { ...base, state: "none", files: 0, chunks: 0, bytes: 0, vectors: "none" };
    return this.repairing(async ({ database, vectors }) => {
      const updatedAt = database.meta("updatedAt");
      const bytes = sizeOf(place.file) + sizeOf(`${place.file}-wal`);
      const made = { ...base, ...countRows(database), bytes, vectors: vectors.id };
      return updatedAt ? { ...made, state: "ready", updatedAt } : { ...made, state: "partial" };
    });
  }

  /** Out of use at once; resolves when its connections are closed too. */
  async close(): Promise<void> {
    const parts = this.#parts;
    this.#parts = undefined;
    try {
      parts?.database.close();
    } catch {
      // A damaged file may refuse even that; it is out of use all the same.
    }
    await parts?.vectors.close();
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
