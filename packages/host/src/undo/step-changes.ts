import type { Snapshot, SnapshotStore, TaskEvent } from "@roo-code/types";
import type { Step } from "./undo-state.ts";

/** Tells what a task's steps changed. Reads the list of snapshots once. */
export class StepChanges {
  readonly snapshots: ReadonlyMap<string, Snapshot>;
  readonly #store: SnapshotStore;
  /** Those that the task itself has. */
  readonly #own: ReadonlySet<string>;

  private constructor(store: SnapshotStore, events: readonly TaskEvent[], all: readonly Snapshot[]) {
    this.#store = store;
    this.#own = new Set(events.flatMap((event) => (event.type === "snapshot.added" ? [event.snapshot] : [])));
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
  #following({ snapshot }: Step): string | undefined {
    const all = [...this.snapshots.keys()];
    const later = all.slice(all.indexOf(snapshot) + 1);
    return later.find((id) => this.#own.has(id)) ?? later[0];
  }
}
