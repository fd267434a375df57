import type { Guarded } from "./workspace-guard.ts";

export interface GuardedCommandOptions {
  /** A caller waits for it: new protected files are looked for while it runs, not only at its end. */
  readonly isWatched: boolean;
  /** Removes new protected files; while it runs, only in folders that existed before. */
  quarantine(isRunning: boolean): readonly string[];
  /** Releases what was held for it. */
  end(): void;
}

const checkAfterMs = 40;
/** A check takes time proportional to the number of folders: at most this fraction of the time is spent on it. */
const costFactor = 25;

/** One command in a guarded workspace, from before its start until after its last process. */
export class GuardedCommand {
  readonly before: Guarded;
  readonly #options: GuardedCommandOptions;
  readonly #quarantined = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(before: Guarded, options: GuardedCommandOptions) {
    this.before = before;
    this.#options = options;
    if (options.isWatched) this.#scheduleCheck(checkAfterMs);
  }

  /**
   * Paths removed since the last call. Ends the periodic checks: while something runs for hours, the user creates files of
   * their own, which must not disappear.
   */
  report(): readonly string[] {
    clearTimeout(this.#timer);
    if (!this.#isOver) this.#quarantine(false);
    return this.#drain();
  }

  /** After its last process, or if it was never started. */
  end(): readonly string[] {
    if (this.#isOver) return [];
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#options.end();
    this.#quarantine(false);
    return this.#drain();
  }

  #scheduleCheck(delayMs: number): void {
    this.#timer = setTimeout(() => {
      const start = performance.now();
      this.#quarantine(true);
      this.#scheduleCheck(Math.max(checkAfterMs, (performance.now() - start) * costFactor));
    }, delayMs);
    this.#timer.unref();
  }

  #quarantine(isRunning: boolean): void {
    for (const path of this.#options.quarantine(isRunning)) this.#quarantined.add(path);
  }

  #drain(): readonly string[] {
    const paths = [...this.#quarantined];
    this.#quarantined.clear();
    return paths;
  }
}
