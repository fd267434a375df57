import {
  type EventDraft,
  foldEvent,
  reduceTask,
  type TaskEvent,
  type TaskId,
  type TaskState,
  type TaskWriter,
} from "@roo-code/types";

/** Who is told of a task's events. */
export interface RecordFollower {
  /** Every event of this process, as soon as it is folded. */
  onNew?(event: TaskEvent): void;
  /** Likewise, once it is on disk. */
  onDurable?(event: TaskEvent): void;
}

/** A task as this process holds it: the log it writes, and what all its events come to. */
export class TaskRecord {
  readonly taskId: TaskId;
  readonly state: TaskState;
  readonly #writer: TaskWriter;
  readonly #followers: RecordFollower[] = [];
  #durable: Promise<void> = Promise.resolve();

  /** `history` is what the log held when it was opened; empty for a new task. Not kept. */
  constructor(writer: TaskWriter, history: readonly TaskEvent[]) {
    this.taskId = writer.taskId;
    this.#writer = writer;
    this.state = reduceTask(history);
  }

  /** Told of what is recorded from now on, in the order of the calls of `follow`. */
  follow(follower: RecordFollower): void {
    this.#followers.push(follower);
  }

  /** Records without waiting: in order, and on disk at the latest when the next `commit` resolves. */
  append(...drafts: EventDraft[]): void {
    this.#append(drafts, { canWait: true });
  }

  /** Records, and resolves when this and everything before it is on disk. To be awaited before every effect. */
  async commit(...drafts: EventDraft[]): Promise<void> {
    if (drafts.length > 0) this.#append(drafts, { canWait: false });
    else this.#writer.flush();
    await this.#durable;
  }

  #append(drafts: readonly EventDraft[], options: { readonly canWait: boolean }): void {
    const receipt = this.#writer.append(drafts, options);
    for (const event of receipt.events) {
      foldEvent(this.state, event);
      for (const follower of this.#followers) follower.onNew?.(event);
    }
    const earlier = this.#durable;
    const durable = receipt.durable.then(async () => {
      await earlier;
      for (const event of receipt.events) {
        for (const follower of this.#followers) follower.onDurable?.(event);
      }
    });
    // Whoever commits next gets the failure; until then it must not count as unhandled.
    durable.catch(() => {});
    this.#durable = durable;
  }
}
