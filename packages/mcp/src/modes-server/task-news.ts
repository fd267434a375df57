import type { TaskId } from "@roo-code/types";

const pauseMs = 100;

/** Tells listeners which resources have changed, each once however often it changed within a moment. */
export class TaskNews {
  readonly #listeners = new Set<(uri: string) => void>();
  readonly #changed = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  readonly add = (taskId: TaskId): void => {
    this.#changed.add(`task://${taskId}`).add(`task://${taskId}/events`);
    this.#timer ??= setTimeout(() => this.#tell(), pauseMs).unref();
  };

  /** Returns what ends it. */
  listen(listener: (uri: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#listeners.clear();
  }

  #tell(): void {
    const uris = [...this.#changed];
    this.#changed.clear();
    this.#timer = undefined;
    for (const uri of uris) for (const listener of this.#listeners) listener(uri);
  }
}
