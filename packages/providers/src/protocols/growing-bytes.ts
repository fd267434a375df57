const firstCapacity = 32 * 1024;

/** Bytes that only ever grow at their end. What was handed out stays as it was. */
export class GrowingBytes {
  #bytes = Buffer.allocUnsafe(firstCapacity);
  #length = 0;

  append(text: string): void {
    const added = Buffer.byteLength(text);
    if (this.#length + added > this.#bytes.length) this.#grow(this.#length + added);
    this.#length += this.#bytes.write(text, this.#length);
  }

  /** Everything so far, without a copy. */
  view(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  /** By half: each byte is moved a few times in all, and little is kept in reserve. */
  #grow(needed: number): void {
    const larger = Buffer.allocUnsafe(Math.max(needed, Math.ceil(this.#bytes.length * 1.5)));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
