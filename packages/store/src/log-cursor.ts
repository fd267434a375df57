import type { TaskEvent } from "@roo-code/types";
import { withFile } from "./file-window.ts";
import { isMissing } from "./log-errors.ts";
import { parseEvents } from "./read-log.ts";
import type { TaskFolder } from "./task-folder.ts";

const windowBytes = 256 * 1024;

/** Reads a growing log in parts small enough not to block the event loop. */
export class LogCursor {
  readonly #folder: TaskFolder;
  #position = 0;
  #nextSeq = 1;
  /** The last event returned; it is beyond `#nextSeq` only while a truncated log is read again. */
  #lastReturned: number;

  /** `position` is where the line after `afterSeq` starts, if known; otherwise the log is read from its start. */
  constructor(folder: TaskFolder, afterSeq: number, position?: number) {
    this.#folder = folder;
    this.#lastReturned = afterSeq;
    if (position === undefined) return;
    this.#position = position;
    this.#nextSeq = afterSeq + 1;
  }

  /** Where the next line starts. */
  get position(): number {
    return this.#position;
  }

  /** The next complete events; `isAtEnd` means that there are no more for now. Throws `task_damaged`. */
  read(): { events: TaskEvent[]; isAtEnd: boolean } {
    try {
      return withFile(this.#folder.log, (file) => {
        if (file.size < this.#position) this.#startOver();
        for (let length = windowBytes; ; length *= 4) {
          const bytes = file.read(this.#position, length);
          const isAtEnd = bytes.length < length;
          const events = this.#parse(bytes);
          if (events || isAtEnd) return { events: events ?? [], isAtEnd };
        }
      });
    } catch (error) {
      if (isMissing(error)) return { events: [], isAtEnd: true };
      throw error;
    }
  }

  /** undefined if there is no complete line. */
  #parse(bytes: Buffer): TaskEvent[] | undefined {
    const { events, goodBytes } = parseEvents(bytes, { file: this.#folder.logName, firstSeq: this.#nextSeq });
    if (goodBytes === 0) return undefined;
    this.#position += goodBytes;
    this.#nextSeq += events.length;
    const fresh = events.filter((event) => event.seq > this.#lastReturned);
    this.#lastReturned = fresh.at(-1)?.seq ?? this.#lastReturned;
    return fresh;
  }

  /** A writer that runs out of disk space truncates lines that we may have read already. */
  #startOver(): void {
    this.#position = 0;
    this.#nextSeq = 1;
  }
}
