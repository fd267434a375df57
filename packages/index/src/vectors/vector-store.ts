/** Where the vectors of chunks are kept and compared. Ids are those of the index's chunks. */
export interface VectorStore {
  /** Changes when the vectors are somewhere else: then the index is made anew. */
  readonly id: string;
  /** Replaces vectors that are there under the same id. */
  put(entries: readonly VectorEntry[], signal?: AbortSignal): Promise<void>;
  /** Ids that are not there are passed over. */
  remove(ids: readonly number[]): Promise<void>;
  /** Removes everything. */
  clear(): Promise<void>;
  /** The nearest first, with their cosine. May name ids that the index does not have any more. */
  nearest(vector: Float32Array, options: NearestOptions): Promise<readonly Neighbour[]>;
  /** Gives connections back. Never throws; may be called twice. */
  close(): Promise<void>;
}

export interface NearestOptions {
  readonly limit: number;
  /** Workspace-relative, of a folder or a file; `.` is all of it. */
  readonly folder: string;
  readonly signal?: AbortSignal;
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
