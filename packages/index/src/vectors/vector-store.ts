/** Stores and compares the vectors of chunks, by the ids of the chunks. */
export interface VectorStore {
  /** Changes when the vectors are stored elsewhere: then the index is rebuilt. */
  readonly id: string;
  /** Replaces vectors with the same id. */
  put(entries: readonly VectorEntry[], signal?: AbortSignal): Promise<void>;
  /** Unknown ids are ignored. */
  remove(ids: readonly number[]): Promise<void>;
  /** Removes everything. */
  clear(): Promise<void>;
  /** Nearest first, with their cosine. May return ids that the index no longer has. */
  nearest(vector: Float32Array, options: NearestOptions): Promise<readonly Neighbour[]>;
  /** Closes connections. Never throws; may be called twice. */
  close(): Promise<void>;
}

export interface NearestOptions {
  readonly limit: number;
  /** Workspace-relative, a folder or a file; `.` is the whole workspace. */
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
