/** Where each of many keys stands. A list of its own for every key would cost a large file seconds. */
export class KeyTable {
  readonly #first = new Map<string, number>();
  readonly #next: Int32Array;

  constructor(keys: readonly string[]) {
    this.#next = new Int32Array(keys.length).fill(-1);
    for (let index = keys.length - 1; index >= 0; index -= 1) {
      const key = keys[index] ?? "";
      this.#next[index] = this.#first.get(key) ?? -1;
      this.#first.set(key, index);
    }
  }

  has(key: string): boolean {
    return this.#first.has(key);
  }

  /** From the top. */
  at(key: string): number[] {
    const positions: number[] = [];
    for (let index = this.#first.get(key) ?? -1; index !== -1; index = this.#next[index] ?? -1) positions.push(index);
    return positions;
  }
}
