import { RooError, type Snapshot, type TakeOptions } from "@roo-code/types";
import type { BackgroundOptions, SnapshotOptions } from "../open-snapshots.ts";
import { SaveProgress } from "../save-progress.ts";
import type { StoreFolder } from "../store-folder.ts";
import { hasTreeState } from "../tree-state.ts";

interface FirstOptions extends Pick<SnapshotOptions, "clock"> {
  readonly background: BackgroundOptions;
  readonly folder: StoreFolder;
}

/** Saves the files of a workspace for the first time in this process, without letting anyone wait for long. */
export class FirstSnapshot {
  readonly progress: SaveProgress;
  readonly #options: FirstOptions;
  readonly #stop = new AbortController();
  #outcome: Promise<Outcome> | undefined;
  #wasSaved = false;

  constructor(options: FirstOptions) {
    this.#options = options;
    this.progress = new SaveProgress(this.#stop.signal, (files) => options.background.onProgress?.(files));
  }

  /**
   * Starts `save` unless it has been started. undefined if it does not end in time. Throws if the files cannot be saved; then
   * the next call tries again, unless there are too many files.
   */
  async wait(save: () => Promise<Snapshot>, options: TakeOptions): Promise<FirstResult | undefined> {
    const isOwn = this.#outcome === undefined;
    if (isOwn) this.#wasSaved = hasTreeState(this.#options.folder);
    this.#outcome ??= save()
      .then(
        (snapshot) => ({ snapshot }),
        (error: unknown) => ({ error }),
      )
      .finally(() => this.#options.background.onEnd?.());
    const outcome = await this.#inTime(this.#outcome, this.#waitMs(options));
    if (!outcome) return undefined;
    if ("snapshot" in outcome) return { ...outcome, isOwn };
    if (!isTooLarge(outcome.error)) this.#outcome = undefined;
    throw outcome.error;
  }

  /** Ends it; the next process continues from there. */
  stop(): void {
    this.#stop.abort();
  }

  #waitMs({ paths, mayChangeOthers }: TakeOptions): number {
    const { editWaitMs, waitMs, knownWaitMs } = this.#options.background;
    if (paths && !mayChangeOthers) return editWaitMs;
    return this.#wasSaved ? knownWaitMs : waitMs;
  }

  async #inTime<Result>(result: Promise<Result>, ms: number): Promise<Result | undefined> {
    const isDone = new AbortController();
    try {
      return await Promise.race([result, this.#options.clock.sleep(ms, isDone.signal).then(() => undefined)]);
    } finally {
      isDone.abort();
    }
  }
}

type Outcome = { readonly snapshot: Snapshot } | { readonly error: unknown };

interface FirstResult {
  readonly snapshot: Snapshot;
  /** Taken for this call: nothing can have changed since. */
  readonly isOwn: boolean;
}

function isTooLarge(error: unknown): boolean {
  return error instanceof RooError && error.code === "snapshot_too_large";
}
