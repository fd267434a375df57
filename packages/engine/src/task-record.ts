import {
  type EventDraft,
  effectiveEvents,
  foldEvent,
  reduceTask,
  type TaskEvent,
  type TaskState,
  type TaskWriter,
} from "@roo-code/types";

/** A task as this process holds it: the log it writes, and what all its events come to. */
export class TaskRecord {
  readonly state: TaskState;
  readonly #writer: TaskWriter;
  readonly #onFold: (event: TaskEvent) => void;
  readonly #onNew: (event: TaskEvent) => void;
  readonly #onDurable: (event: TaskEvent) => void;
  #durable: Promise<void> = Promise.resolve();

  /**
   * `onFold` sees every event that counts at once, those of earlier runs included; `onNew` only those of this process, at once;
   * `onDurable` likewise, once they are on disk.
   */
  constructor(options: {
    writer: TaskWriter;
    history: readonly TaskEvent[];
    onFold: (event: TaskEvent) => void;
    onNew: (event: TaskEvent) => void;
    onDurable: (event: TaskEvent) => void;
  }) {
    this.#writer = options.writer;
    this.#onFold = options.onFold;
    this.#onNew = options.onNew;
    this.#onDurable = options.onDurable;
    this.state = reduceTask(options.history);
    for (const event of effectiveEvents(options.history)) this.#onFold(event);
  }

  /** Records without waiting: in order, and on disk at the latest when the next `commit` resolves. */
  append(...drafts: EventDraft[]): void {
    const receipt = this.#writer.append(drafts);
    for (const event of receipt.events) {
      this.#fold(event);
      this.#onNew(event);
    }
    const earlier = this.#durable;
    const durable = receipt.durable.then(async () => {
      await earlier;
      for (const event of receipt.events) this.#onDurable(event);
    });
    // Whoever commits next gets the failure; until then it must not count as unhandled.
    durable.catch(() => {});
    this.#durable = durable;
  }

  /** Records, and resolves when this and everything before it is on disk. To be awaited before every effect. */
  async commit(...drafts: EventDraft[]): Promise<void> {
    if (drafts.length > 0) this.append(...drafts);
    await this.#durable;
  }

  #fold(event: TaskEvent): void {
    foldEvent(this.state, event);
    this.#onFold(event);
  }
}
