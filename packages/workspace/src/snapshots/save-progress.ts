import type { IndexEntry } from "./git-index.ts";
import type { Scan } from "./scan-workspace.ts";
import type { WorkspaceWatch } from "./workspace-watch.ts";

/** How far a save is, for those that do not wait for its end. */
export class SaveProgress {
  /** Aborted: the save stops, and what is saved is used by the next one. */
  readonly signal: AbortSignal;
  readonly #onProgress: (files: { readonly saved: number; readonly total: number }) => void;
  /** Set once all folders have been read. */
  scan: Scan | undefined;
  /** Reports what changed since a folder was read. */
  watch: WorkspaceWatch | undefined;
  /** What is saved and verified, by path. */
  entries: ReadonlyMap<string, IndexEntry> = new Map();

  constructor(signal: AbortSignal, onProgress: (files: { readonly saved: number; readonly total: number }) => void) {
    this.signal = signal;
    this.#onProgress = onProgress;
  }

  get files(): { readonly saved: number; readonly total: number | undefined } {
    return { saved: this.entries.size, total: this.scan?.candidates.length };
  }

  /** The folders are read again from the start. */
  begin(watch: WorkspaceWatch | undefined): void {
    this.signal.throwIfAborted();
    this.scan = undefined;
    this.watch = watch;
    this.entries = new Map();
  }

  report(): void {
    if (this.scan) this.#onProgress({ saved: this.entries.size, total: this.scan.candidates.length });
  }
}
