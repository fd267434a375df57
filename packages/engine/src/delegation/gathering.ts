import type { SubtaskOrder, SubtaskPlace, Subtasks } from "@roo-code/types";

/** Calls of one reply that start tasks at the same time: where each works is decided when all have said what they want. */
export class Gathering {
  readonly #subtasks: Subtasks;
  readonly #outstanding: Set<string>;
  readonly #orders = new Map<string, SubtaskOrder>();
  readonly #complete = Promise.withResolvers<void>();
  #places: Promise<ReadonlyMap<string, SubtaskPlace>> | undefined;

  constructor(subtasks: Subtasks, callIds: readonly string[]) {
    this.#subtasks = subtasks;
    this.#outstanding = new Set(callIds);
  }

  /** Resolves to the place of this call's task once every other call has joined or left. */
  async join(callId: string, order: SubtaskOrder): Promise<SubtaskPlace> {
    this.#orders.set(callId, order);
    this.leave(callId);
    await this.#complete.promise;
    this.#places ??= this.#place();
    const place = (await this.#places).get(callId);
    if (!place) throw new Error(`no place for the task of call ${callId}`);
    return place;
  }

  /** A call that came to its end without a task. May be called again, also after joining. */
  leave(callId: string): void {
    this.#outstanding.delete(callId);
    if (this.#outstanding.size === 0) this.#complete.resolve();
  }

  async #place(): Promise<ReadonlyMap<string, SubtaskPlace>> {
    const callIds = [...this.#orders.keys()];
    const places = await this.#subtasks.place([...this.#orders.values()]);
    return new Map(places.map((place, index) => [callIds[index] ?? "", place]));
  }
}
