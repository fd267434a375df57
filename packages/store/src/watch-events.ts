import { existsSync, type FSWatcher, watch } from "node:fs";
import { setImmediate } from "node:timers/promises";
import type { TaskEvent } from "@roo-code/types";
import { LogCursor } from "./log-cursor.ts";
import { taskNotFound } from "./log-errors.ts";
import { positionAfter } from "./read-range.ts";
import type { TaskFolder } from "./task-folder.ts";

/** Polling finds what the system does not report: changes from another machine, or beyond the limit of watchers. */
const pollMs = 1_000;

export interface WatchRequest {
  readonly folder: TaskFolder;
  readonly afterSeq: number;
  readonly signal: AbortSignal;
}

/** Events of a log as they are written, by any process. `return` ends the iteration even while it waits. */
export function watchEvents(request: WatchRequest): AsyncIterableIterator<TaskEvent> {
  const stopped = new AbortController();
  const events = followLog({ ...request, signal: AbortSignal.any([request.signal, stopped.signal]) });
  return {
    next: () => events.next(),
    return: () => {
      stopped.abort();
      return events.return(undefined);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

async function* followLog({ folder, afterSeq, signal }: WatchRequest): AsyncGenerator<TaskEvent, undefined> {
  if (!existsSync(folder.path)) throw taskNotFound(folder.taskId);
  const cursor = new LogCursor(folder, afterSeq, afterSeq > 0 ? positionAfter(folder, afterSeq) : undefined);
  // Listening starts before the first read, or a change between the two would be missed.
  using changes = new ChangeListener(folder.path, signal);
  while (!signal.aborted) {
    const { events, isAtEnd } = cursor.read();
    for (const event of events) {
      yield event;
      if (signal.aborted) return;
    }
    // Between two parts of a long log the event loop gets a turn.
    await (isAtEnd ? changes.next() : setImmediate());
    if (!existsSync(folder.path)) return;
  }
}

/** Remembers a change that happens while no one waits. */
class ChangeListener implements Disposable {
  readonly #signal: AbortSignal;
  readonly #watcher: FSWatcher | undefined;
  readonly #polling: NodeJS.Timeout;
  #hasChanged = false;
  #wake: (() => void) | undefined;
  readonly #onChange = (): void => {
    this.#hasChanged = true;
    this.#wake?.();
  };

  constructor(folder: string, signal: AbortSignal) {
    this.#signal = signal;
    this.#watcher = watchFolder(folder, this.#onChange);
    this.#polling = setInterval(this.#onChange, pollMs);
    signal.addEventListener("abort", this.#onChange);
  }

  /** Resolves at the next change, or when the signal aborts. */
  async next(): Promise<void> {
    if (!this.#hasChanged && !this.#signal.aborted) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    this.#hasChanged = false;
  }

  [Symbol.dispose](): void {
    this.#watcher?.close();
    clearInterval(this.#polling);
    this.#signal.removeEventListener("abort", this.#onChange);
  }
}

/** undefined if the system refuses: polling alone is slower but sufficient. */
function watchFolder(folder: string, onChange: () => void): FSWatcher | undefined {
  try {
    return watch(folder, onChange).on("error", onChange);
  } catch {
    return undefined;
  }
}
