import type { TaskEvent } from "@roo-code/types";
import { withFile } from "./file-window.ts";
import { isMissing } from "./log-errors.ts";
import { parseEvents } from "./parse-events.ts";
import type { TaskFolder } from "./task-folder.ts";

const windowBytes = 256 * 1024;

/** Reads a log that grows, in bites small enough not to hold anybody up. */
export class LogCursor {
  readonly #folder: TaskFolder;
  #position = 0;
  #nextSeq = 1;
  /** Given out already; differs from `#nextSeq` only while a log that was cut back is read again. */
  #lastGiven: number;

  /** `position` is where the line after `afterSeq` begins, for who knows it; else the log is read from its beginning. */
  constructor(folder: TaskFolder, afterSeq: number, position?: number) {
    this.#folder = folder;
    this.#lastGiven = afterSeq;
    if (position === undefined) return;
    this.#position = position;
    this.#nextSeq = afterSeq + 1;
  }

  /** Where the next line begins. */
  get position(): number {
    return this.#position;
  }

  /** The next whole events; `isAtEnd` says that for now there are no more. Throws `task_damaged`. */
  read(): { events: TaskEvent[]; isAtEnd: boolean } {
    try {
      return withFile(this.#folder.log, (file) => {
        if (file.size < this.#position) this.#startOver();
        for (let length = windowBytes; ; length *= 4) {
          const bytes = file.read(this.#position, length);
          const isAtEnd = bytes.length < length;
          const events = this.#take(bytes);
          if (events || isAtEnd) return { events: events ?? [], isAtEnd };
        }
      });
    } catch (error) {
      if (isMissing(error)) return { events: [], isAtEnd: true };
      throw error;
    }
  }

  /** undefined when not one whole line was there. */
  #take(bytes: Buffer): TaskEvent[] | undefined {
    const { events, goodBytes } = parseEvents(bytes, { file: this.#folder.logName, firstSeq: this.#nextSeq });
    if (goodBytes === 0) return undefined;
    this.#position += goodBytes;
    this.#nextSeq += events.length;
    const fresh = events.filter((event) => event.seq > this.#lastGiven);
    this.#lastGiven = fresh.at(-1)?.seq ?? this.#lastGiven;
    return fresh;
  }

  /** A disk that filled up in the middle of a write makes the writer take lines back that we may have seen. */
  #startOver(): void {
    this.#position = 0;
    this.#nextSeq = 1;
  }
}
