import type { ChangedFile, FileStep, FileVersion } from "@roo-code/types";

/** What last happened to a file. `removed`: deleted without ever having been written by the task. */
export interface PathChange {
  readonly path: string;
  readonly seq: number;
  readonly state: "written" | "deleted" | "removed" | "unsure";
  /** More about it; ends a sentence that began with the path. */
  readonly how?: string;
}

const pathsKept = 5000;

/** The files a task changed, as far as the log tells: of each the newest change, and of those the newest. */
export class PathChanges {
  /** Whether there were more than are kept. */
  hasForgotten = false;
  readonly #changes = new Map<string, PathChange>();

  stepped(steps: readonly FileStep[], seq: number): void {
    for (const { path, before, after } of steps) {
      const was = this.#changes.get(path)?.state;
      if (after !== null) this.#set({ path, seq, state: "written" });
      else if (before !== null) this.#set({ path, seq, state: was === "written" ? "deleted" : "removed" });
    }
  }

  /** Files that were changed by something that does not say what it wrote. */
  changed(files: readonly ChangedFile[], seq: number, how: string | undefined): void {
    for (const { path, change } of files) {
      const was = this.#changes.get(path)?.state;
      if (change !== "deleted") this.#set({ path, seq, state: "written", how });
      else this.#set({ path, seq, state: was === "written" ? "deleted" : "removed" });
    }
  }

  /** Looking at a file shows whether it is still there. */
  seen(versions: readonly FileVersion[], seq: number): void {
    for (const { path, version } of versions) {
      const was = this.#changes.get(path)?.state;
      if (was === "written" && version === null) this.#set({ path, seq, state: "deleted" });
      if ((was === "deleted" || was === "removed") && version !== null)
        this.#set({ path, seq, state: "unsure", how: "was deleted, and is there again" });
    }
  }

  changedBySubtask(paths: readonly string[], agent: string, seq: number): void {
    for (const path of paths) this.#set({ path, seq, state: "written", how: `was changed by ${agent}` });
  }

  interrupted(paths: readonly string[], seq: number): void {
    for (const path of paths)
      this.#set({ path, seq, state: "unsure", how: "was being written when the run broke off" });
  }

  /** The files are as they were at an earlier event. */
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

  /** What happened to a file, or to the newest one written in a folder of that name. */
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
    this.hasForgotten = true;
  }
}
