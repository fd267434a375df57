const longest = 64;

/** Gives calls ids that every vendor takes and that are unique in the task, and finds them again by their old ones. */
export class CallNames {
  readonly #taken = new Set<string>();
  /** Old id → the newest call that had it. */
  readonly #newest = new Map<string, string>();

  claim(old: string): string {
    const wanted = old.replaceAll(/[^A-Za-z0-9_-]/g, "_").slice(0, longest) || `call_${this.#taken.size + 1}`;
    let id = wanted;
    for (let copy = 2; this.#taken.has(id); copy += 1) id = `${wanted.slice(0, longest - 6)}_${copy}`;
    this.#taken.add(id);
    this.#newest.set(old, id);
    return id;
  }

  known(old: string): string | undefined {
    return this.#newest.get(old);
  }
}
