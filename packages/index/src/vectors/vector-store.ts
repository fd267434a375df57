/** Where the vectors of chunks are kept and compared. Ids are those of the index's chunks. */
export interface VectorStore {
  /** Changes when the vectors are somewhere else: then the index is made anew. */
  readonly id: string;
  /** Replaces vectors that are there under the same id. */
  put(entries: readonly VectorEntry[]): Promise<void>;
  /** Ids that are not there are passed over. */
  remove(ids: readonly number[]): Promise<void>;
  /** Removes everything. */
  clear(): Promise<void>;
  /** The nearest first, with their cosine. May name ids that the index does not have any more. */
  nearest(vector: Float32Array, options: { limit: number; folder: string }): Promise<readonly Neighbour[]>;
}

export interface VectorEntry {
  readonly id: number;
  /** Of the file, workspace-relative. */
  readonly path: string;
  readonly vector: Float32Array;
}

export interface Neighbour {
  readonly id: number;
  readonly score: number;
}
