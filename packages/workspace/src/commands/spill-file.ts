import { closeSync, openSync, writeSync } from "node:fs";

/** The beginning of a command's output on disk, up to a limit. A disk that fails ends it early; nobody is stopped by that. */
export class SpillFile {
  /** Empty when no place could be found. */
  readonly path: string = "";
  readonly #maxBytes: number;
  #descriptor: number | undefined;
  #size = 0;

  /** `locate` gives the path, and may throw as opening may. */
  constructor(locate: () => string, maxBytes: number) {
    this.#maxBytes = maxBytes;
    try {
      this.path = locate();
      this.#descriptor = openSync(this.path, "wx", 0o600);
    } catch {
      // Its size says that nothing is in it.
    }
  }

  /** Bytes that are in the file. */
  get size(): number {
    return this.#size;
  }

  push(bytes: Uint8Array): void {
    const kept = bytes.subarray(0, this.#maxBytes - this.#size);
    if (this.#descriptor === undefined || kept.length === 0) return;
    try {
      this.#size += writeSync(this.#descriptor, kept);
    } catch {
      this.end();
    }
    if (this.#size >= this.#maxBytes) this.end();
  }

  /** May be called twice. */
  end(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }
}
