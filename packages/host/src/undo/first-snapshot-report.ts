import type { ChangeRecord, Clock } from "@roo-code/types";

export interface SnapshotNotice {
  readonly code: string;
  readonly message: string;
}

interface ReportOptions {
  readonly clock: Clock;
  readonly notify: (notice: SnapshotNotice) => void;
  readonly showProgress?: ((text: string) => void) | undefined;
}

/** After this the user is told what is happening. */
const longMs = 1_000;
const progressEveryMs = 5_000;
const maxNamed = 5;

/** Tells the user about the first snapshot of a task, which may have to read the whole folder. */
export class FirstSnapshotReport {
  readonly #options: ReportOptions;
  readonly #size = Promise.withResolvers<{ readonly files: number; readonly bytes: number }>();
  readonly #ended = new AbortController();
  #hasStarted = false;
  #saved: { readonly saved: number; readonly total: number } | undefined;
  #shownAt = Number.NEGATIVE_INFINITY;

  constructor(options: ReportOptions) {
    this.#options = options;
  }

  /** May be called again. */
  start(): void {
    if (this.#hasStarted) return;
    this.#hasStarted = true;
    const { clock, notify } = this.#options;
    const { signal } = this.#ended;
    void Promise.all([this.#size.promise, clock.sleep(longMs, signal)]).then(([{ files, bytes }]) => {
      const size = `${count(files)} files, ${count(Math.ceil(bytes / 1024 / 1024))} MB`;
      const message = `Saving the folder's files in the background, so that changes can be undone: ${size}. Later only changed files are saved.`;
      if (!signal.aborted) notify({ code: "snapshot_takes_long", message });
    });
  }

  knowsSize(size: { readonly files: number; readonly bytes: number }): void {
    this.#size.resolve(size);
  }

  hasSaved(files: { readonly saved: number; readonly total: number }): void {
    this.#saved = files;
    const now = this.#options.clock.monotonic();
    if (now - this.#shownAt < progressEveryMs) return;
    this.#shownAt = now;
    this.#options.showProgress?.(`Saving the folder's files for undo: ${this.#progress}`);
  }

  end(): void {
    this.#ended.abort();
    if (Number.isFinite(this.#shownAt)) this.#options.showProgress?.("");
  }

  /** A call starts before the snapshot is complete. */
  reportPending(): void {
    const progress = this.#saved ? ` (${this.#progress})` : "";
    const message = `The first snapshot of this folder is not complete${progress}, and this call does not wait for it: what it changes can be undone only in files that are saved already.`;
    this.#options.notify({ code: "snapshot_pending", message });
  }

  get #progress(): string {
    const { saved = 0, total = 0 } = this.#saved ?? {};
    return `${count(saved)} of ${count(total)} files`;
  }
}

/** For a call that has changed files which were not saved before. */
export function unsavedNotice(unsaved: NonNullable<ChangeRecord["unsaved"]>): SnapshotNotice {
  const code = "change_not_saved";
  if (unsaved === "unknown") {
    const message =
      "The first snapshot of this folder was not complete when this call ran: which files it changed is not known, and they cannot be restored.";
    return { code, message };
  }
  const named = unsaved.slice(0, maxNamed).join(", ");
  const more = unsaved.length > maxNamed ? ` and ${count(unsaved.length - maxNamed)} more` : "";
  return {
    code,
    message: `These files were changed before they had been saved, and cannot be restored: ${named}${more}.`,
  };
}

/** For a workspace as large as a home folder. */
export function unwatchedNotice({ folders, max }: { readonly folders: number; readonly max: number }): SnapshotNotice {
  const message = `This folder contains ${count(folders)} folders, more than can be watched for changes (${count(max)}): for undo, all of them are scanned before and after each command, which may take seconds. Work in a smaller folder to avoid that.`;
  return { code: "snapshot_unwatched", message };
}

function count(number: number): string {
  return number.toLocaleString("en");
}
