type ListenersByName<Events extends Record<keyof Events, readonly unknown[]>> = {
  [Name in keyof Events]?: Set<(...values: Events[Name]) => void>;
};

/** A typed event emitter. */
export class Listeners<Events extends Record<keyof Events, readonly unknown[]>> {
  readonly #byName: ListenersByName<Events> = {};

  /** Returns a function that removes the listener. */
  on<Name extends keyof Events>(name: Name, listener: (...values: Events[Name]) => void): () => void {
    const listeners = (this.#byName[name] ??= new Set());
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  emit<Name extends keyof Events>(name: Name, ...values: Events[Name]): void {
    this.#byName[name]?.forEach((listener) => listener(...values));
  }
}
