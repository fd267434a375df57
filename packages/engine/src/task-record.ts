import {
  type EventDraft,
  foldEvent,
  reduceTask,
  type TaskEvent,
  type TaskId,
  type TaskState,
  type TaskWriter,
} from "@roo-code/types";

/** Observer of a task's events. */
interface RecordFollower {
  /** Called for every new event, as soon as it is folded. */
  onNew?(event: TaskEvent): void;
  /** Called once it is on disk. */
  onDurable?(event: TaskEvent): void;
}

/** A task in this process: the log it writes, and the state folded from it. */
export class TaskRecord {
  readonly taskId: TaskId;
  readonly state: TaskState;
  readonly #writer: TaskWriter;
  readonly #followers: RecordFollower[] = [];
  #durable: Promise<void> = Promise.resolve();

  /** `history`: the events in the log when it was opened; empty for a new task. Not kept in memory. */
  constructor(writer: TaskWriter, history: readonly TaskEvent[]) {
    this.taskId = writer.taskId;
    this.#writer = writer;
    this.state = reduceTask(history);
  }

  /** Observes events recorded from now on. Followers are called in the order they were added. */
  follow(follower: RecordFollower): void {
    this.#followers.push(follower);
  }

  /** Records without waiting; on disk at the latest when the next `commit` resolves. */
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
    // The next `commit` rejects with the failure; until then it must not count as unhandled.
    durable.catch(() => {});
    this.#durable = durable;
  }
}
