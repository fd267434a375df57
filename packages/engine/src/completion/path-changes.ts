import type { ChangedFile, FileStep, FileVersion } from "@roo-code/types";

/** The last change of a file. `removed`: deleted, but never written by the task. */
interface PathChange {
  readonly path: string;
  readonly seq: number;
  readonly state: "written" | "deleted" | "removed" | "unsure";
  /** Details; completes a sentence that begins with the path. */
  readonly how?: string;
}

const pathsKept = 5000;

/** The newest change of each file that a task changed, as far as the log shows; the oldest ones are dropped. */
export class PathChanges {
  /** Whether changes were dropped. */
  hasDropped = false;
  readonly #changes = new Map<string, PathChange>();

  stepped(steps: readonly FileStep[], seq: number): void {
    for (const { path, before, after } of steps) {
      const was = this.#changes.get(path)?.state;
      if (after !== null) this.#set({ path, seq, state: "written" });
      else if (before !== null) this.#set({ path, seq, state: was === "written" ? "deleted" : "removed" });
    }
  }

  /** Changes of unknown content. */
  changed(files: readonly ChangedFile[], seq: number, how: string | undefined): void {
    for (const { path, change } of files) {
      const was = this.#changes.get(path)?.state;
      if (change !== "deleted") this.#set({ path, seq, state: "written", how });
      else this.#set({ path, seq, state: was === "written" ? "deleted" : "removed" });
    }
  }

  /** Reading a file shows whether it still exists. */
  seen(versions: readonly FileVersion[], seq: number): void {
    for (const { path, version } of versions) {
      const was = this.#changes.get(path)?.state;
      if (was === "written" && version === null) this.#set({ path, seq, state: "deleted" });
      if ((was === "deleted" || was === "removed") && version !== null)
        this.#set({ path, seq, state: "unsure", how: "was deleted, and exists again" });
    }
  }

  changedBySubtask(paths: readonly string[], agent: string, seq: number): void {
    for (const path of paths) this.#set({ path, seq, state: "written", how: `was changed by ${agent}` });
  }

  interrupted(paths: readonly string[], seq: number): void {
    for (const path of paths)
      this.#set({ path, seq, state: "unsure", how: "was being written when the run was interrupted" });
  }

  /** The files were restored to their state at an earlier event. */
  restored(toSeq: number, seq: number): void {
    for (const change of this.#changes.values())
      if (change.seq > toSeq)
        this.#changes.set(change.path, {
          path: change.path,
          seq,
          state: "unsure",
          how: "was restored to an earlier state",
        });
  }

  /** The last change of a file, or of the newest file written in a folder of that name. */
  of(path: string): PathChange | undefined {
    const inFolder = ({ path: other, state }: PathChange): boolean =>
      state === "written" && (path === "." || other.startsWith(`${path}/`));
    return this.#changes.get(path) ?? [...this.#changes.values()].findLast(inFolder);
  }

  #set(change: PathChange): void {
    this.#changes.delete(change.path);
    this.#changes.set(change.path, change);
    if (this.#changes.size <= pathsKept) return;
    this.#changes.delete(this.#changes.keys().next().value ?? "");
    this.hasDropped = true;
  }
}
