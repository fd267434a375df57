import type { Guarded } from "./workspace-guard.ts";

export interface GuardedCommandOptions {
  /** Somebody waits for it: what it makes is looked for while it runs, not only at its end. */
  readonly isWatched: boolean;
  /** Takes away what it made of protected files; while it runs, only in folders that were there before. */
  takeAway(isRunning: boolean): readonly string[];
  /** Gives free what was held for it. */
  end(): void;
}

const firstLookMs = 40;
/** A look costs as much as the workspace has folders: it may take this part of the time. */
const costShare = 25;

/** One command in a guarded workspace, from before its start to after its last process. */
export class GuardedCommand {
  readonly before: Guarded;
  readonly #options: GuardedCommandOptions;
  readonly #taken = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(before: Guarded, options: GuardedCommandOptions) {
    this.before = before;
    this.#options = options;
    if (options.isWatched) this.#lookIn(firstLookMs);
  }

  /**
   * Paths that were taken away since the last time. Nobody waits any longer: in what goes on for hours the person makes
   * files of their own, which must not vanish under their hands.
   */
  news(): readonly string[] {
    clearTimeout(this.#timer);
    if (!this.#isOver) this.#take(false);
    return this.#tell();
  }

  /** After its last process, or when it was never started. */
  end(): readonly string[] {
    if (this.#isOver) return [];
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#options.end();
    this.#take(false);
    return this.#tell();
  }

  #lookIn(delayMs: number): void {
    this.#timer = setTimeout(() => {
      const begun = performance.now();
      this.#take(true);
      this.#lookIn(Math.max(firstLookMs, (performance.now() - begun) * costShare));
    }, delayMs);
    this.#timer.unref();
  }

  #take(isRunning: boolean): void {
    for (const path of this.#options.takeAway(isRunning)) this.#taken.add(path);
  }

  #tell(): readonly string[] {
    const paths = [...this.#taken];
    this.#taken.clear();
    return paths;
  }
}
