import { below } from "../database/file-tables.ts";
import type { IndexDatabase } from "../database/index-database.ts";
import { quantize, VectorMatrix } from "./vector-matrix.ts";
import type { NearestOptions, Neighbour, VectorEntry, VectorStore } from "./vector-store.ts";

/** Vectors in the index's own file, compared one by one in memory. */
export class EmbeddedVectors implements VectorStore {
  readonly id = "embedded";
  readonly #database: IndexDatabase;
  #matrix: VectorMatrix | undefined;
  #foreignWrites = 0;

  constructor(database: IndexDatabase) {
    this.#database = database;
  }

  async put(entries: readonly VectorEntry[]): Promise<void> {
    const stored = entries.map(({ id, vector }) => ({ id, bytes: quantize(vector) }));
    this.#database.transaction(() => {
      for (const { id, bytes } of stored) this.#database.run("INSERT OR REPLACE INTO vectors VALUES (?, ?)", id, bytes);
    });
    for (const { id, bytes } of stored) this.#matrix?.set(id, bytes);
  }

  async remove(ids: readonly number[]): Promise<void> {
    this.#database.transaction(() => {
      for (const id of ids) this.#database.run("DELETE FROM vectors WHERE id = ?", id);
    });
    for (const id of ids) this.#matrix?.delete(id);
  }

  async clear(): Promise<void> {
    this.#database.run("DELETE FROM vectors");
    this.#matrix = undefined;
  }

  async nearest(vector: Float32Array, { limit, folder }: NearestOptions): Promise<readonly Neighbour[]> {
    const matrix = this.#current();
    return matrix.nearest(vector, limit, folder === "." ? undefined : this.#idsBelow(folder));
  }

  /** The index closes the file. */
  async close(): Promise<void> {
    this.#matrix = undefined;
  }

  /** In memory from the first search on; read again when another process has written. */
  #current(): VectorMatrix {
    const foreignWrites = this.#database.foreignWrites();
    if (this.#matrix && foreignWrites === this.#foreignWrites) return this.#matrix;
    this.#foreignWrites = foreignWrites;
    const matrix = new VectorMatrix();
    for (const { id, vector } of this.#database.all<{ id: number; vector: Uint8Array }>("SELECT * FROM vectors")) {
      matrix.set(id, vector);
    }
    this.#matrix = matrix;
    return matrix;
  }

  #idsBelow(folder: string): ReadonlySet<number> {
    const { condition, values } = below(folder);
    const rows = this.#database.all<{ id: number }>(
      `SELECT chunks.id FROM chunks JOIN files ON files.id = chunks.file WHERE ${condition}`,
      ...values,
    );
    return new Set(rows.map(({ id }) => id));
  }
}
