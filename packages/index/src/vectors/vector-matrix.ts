import type { Neighbour } from "./vector-store.ts";

/** Many quantized vectors in one block of memory, so that comparing with all of them is fast. */
export class VectorMatrix {
  #dimensions = 0;
  #numbers = new Int8Array(0);
  #steps = new Float32Array(0);
  readonly #ids: number[] = [];
  readonly #rows = new Map<number, number>();

  get size(): number {
    return this.#ids.length;
  }

  /** `bytes` as returned by `quantize`; a vector whose length differs from the first is skipped. */
  set(id: number, bytes: Uint8Array): void {
    if (this.#ids.length === 0) this.#dimensions = bytes.length - 4;
    if (bytes.length - 4 !== this.#dimensions) return;
    const row = this.#rows.get(id) ?? this.#append(id);
    this.#steps[row] = new DataView(bytes.buffer, bytes.byteOffset).getFloat32(0, true);
    this.#numbers.set(new Int8Array(bytes.buffer, bytes.byteOffset + 4, this.#dimensions), row * this.#dimensions);
  }

  delete(id: number): void {
    const row = this.#rows.get(id);
    if (row === undefined) return;
    const last = this.#ids.length - 1;
    const moved = this.#ids[last] ?? id;
    this.#numbers.copyWithin(row * this.#dimensions, last * this.#dimensions, (last + 1) * this.#dimensions);
    this.#steps[row] = this.#steps[last] ?? 0;
    this.#ids[row] = moved;
    this.#rows.set(moved, row);
    this.#rows.delete(id);
    this.#ids.pop();
  }

  /** `ids` limits the search to these. */
  nearest(vector: Float32Array, limit: number, ids?: ReadonlySet<number>): Neighbour[] {
    if (vector.length !== this.#dimensions) return [];
    const bytes = quantize(vector);
    const step = new DataView(bytes.buffer).getFloat32(0, true);
    const best = new TopScores(limit);
    const query = new Int8Array(bytes.buffer, 4);
    for (const [row, id] of this.#ids.entries()) {
      if (ids && !ids.has(id)) continue;
      best.offer(id, this.#dot(query, row) * step * (this.#steps[row] ?? 0));
    }
    return best.sorted();
  }

  #dot(query: Int8Array, row: number): number {
    const numbers = this.#numbers;
    const start = row * this.#dimensions;
    let sum = 0;
    for (let index = 0; index < query.length; index += 1) {
      sum += (query[index] ?? 0) * (numbers[start + index] ?? 0);
    }
    return sum;
  }

  #append(id: number): number {
    const row = this.#ids.push(id) - 1;
    this.#rows.set(id, row);
    if (row < this.#steps.length) return row;
    const capacity = Math.max(1024, this.#steps.length * 2);
    this.#numbers = copyInto(new Int8Array(capacity * this.#dimensions), this.#numbers);
    this.#steps = copyInto(new Float32Array(capacity), this.#steps);
    return row;
  }
}

function copyInto<Numbers extends Int8Array | Float32Array>(larger: Numbers, smaller: Numbers): Numbers {
  larger.set(smaller);
  return larger;
}

/** Keeps the highest scores; scores of zero and below are dropped. */
class TopScores {
  readonly #limit: number;
  #kept: Neighbour[] = [];
  #minScore = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  offer(id: number, score: number): void {
    if (!(score > this.#minScore)) return;
    this.#kept.push({ id, score });
    if (this.#kept.length >= this.#limit * 4) this.#kept = this.sorted();
    if (this.#kept.length === this.#limit) this.#minScore = Math.min(...this.#kept.map((kept) => kept.score));
  }

  sorted(): Neighbour[] {
    const kept = this.#kept.toSorted((left, right) => right.score - left.score).slice(0, this.#limit);
    if (kept.length === this.#limit) this.#minScore = kept.at(-1)?.score ?? 0;
    return kept;
  }
}

/** A vector normalized and quantized: its step in 4 bytes, then a signed byte per number. */
export function quantize(vector: Float32Array): Uint8Array {
  const bytes = new Uint8Array(4 + vector.length);
  let squares = 0;
  let largest = 0;
  for (const value of vector) {
    squares += value * value;
    largest = Math.max(largest, Math.abs(value));
  }
  if (!(squares > 0) || !Number.isFinite(squares)) return bytes;
  new DataView(bytes.buffer).setFloat32(0, largest / 127 / Math.sqrt(squares), true);
  const numbers = new Int8Array(bytes.buffer, 4);
  for (let index = 0; index < vector.length; index += 1) {
    numbers[index] = Math.round(((vector[index] ?? 0) / largest) * 127);
  }
  return bytes;
}
