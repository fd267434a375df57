import {
  type EventDraft,
  emptyTask,
  foldEvent,
  type TaskEvent,
  type TaskState,
  type TaskWriter,
} from "@roo-code/types";

/** A task as this process holds it: the log it writes, and what all its events come to. */
export class TaskRecord {
  readonly state: TaskState = emptyTask();
  readonly #writer: TaskWriter;
  readonly #onFold: (event: TaskEvent) => void;
  readonly #onDurable: (event: TaskEvent) => void;
  #durable: Promise<void> = Promise.resolve();

  /** `onFold` sees every event at once, those of earlier runs included; `onDurable` only new ones, once they are on disk. */
  constructor(options: {
    writer: TaskWriter;
    history: readonly TaskEvent[];
    onFold: (event: TaskEvent) => void;
    onDurable: (event: TaskEvent) => void;
  }) {
    this.#writer = options.writer;
    this.#onFold = options.onFold;
    this.#onDurable = options.onDurable;
    for (const event of options.history) this.#fold(event);
  }

  /** Records without waiting: in order, and on disk at the latest when the next `commit` resolves. */
  append(...drafts: EventDraft[]): void {
    const receipt = this.#writer.append(drafts);
    for (const event of receipt.events) this.#fold(event);
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
