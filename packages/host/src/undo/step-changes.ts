import type { Snapshot, SnapshotStore, TaskEvent } from "@roo-code/types";
import type { Step } from "./undo-state.ts";

/** Tells what a task's steps changed. Reads the list of snapshots once. */
export class StepChanges {
  readonly snapshots: ReadonlyMap<string, Snapshot>;
  readonly #store: SnapshotStore;
  readonly #events: readonly TaskEvent[];

  private constructor(store: SnapshotStore, events: readonly TaskEvent[], all: readonly Snapshot[]) {
    this.#store = store;
    this.#events = events;
    this.snapshots = new Map(all.map((snapshot) => [snapshot.id, snapshot]));
  }

  static async read(store: SnapshotStore, events: readonly TaskEvent[]): Promise<StepChanges> {
    return new StepChanges(store, events, await store.list());
  }

  /** Sorted. undefined: the step's snapshot is not kept any more. */
  async changedBy(step: Step): Promise<readonly string[] | undefined> {
    if (!this.snapshots.has(step.snapshot)) return undefined;
    const changed = await this.#store.changedFiles(step.snapshot, this.#following(step));
    return changed.map(({ path }) => path);
  }

  /**
   * The task's next one: what tasks that worked for it changed meanwhile is part of the step. Without one, as after a
   * crash, the next that anybody took; undefined where there is none either.
   */
  #following({ seq, snapshot }: Step): string | undefined {
    for (const event of this.#events) {
      if (event.type !== "snapshot.added" || event.seq <= seq || event.snapshot === snapshot) continue;
      if (this.snapshots.has(event.snapshot)) return event.snapshot;
    }
    const all = [...this.snapshots.keys()];
    return all[all.indexOf(snapshot) + 1];
  }
}
