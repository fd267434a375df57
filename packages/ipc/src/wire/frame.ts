const delimiter = 0x0c;

/** JSON escapes a form feed inside a string, so the raw byte ends a frame and nothing else. */
export function encodeFrame(message: object): string {
  return `${JSON.stringify({ type: "message", data: message })}\f`;
}

/** A decoded frame. */
export type ReceivedFrame = { readonly text: string } | { readonly problem: string };

export class FrameTooLarge extends Error {}

/**
 * Splits a stream of bytes into frames, each as soon as its end has arrived.
 * The buffer grows by doubling, so a peer that sends single bytes costs no more than one that sends whole frames.
 */
export class FrameReader {
  readonly #maxBytes: number;
  readonly #decoder = new TextDecoder("utf-8", { fatal: true });
  #buffer = Buffer.alloc(0);
  #length = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Throws `FrameTooLarge` when a frame exceeds the limit; the stream is unusable after that. */
  *push(chunk: Buffer): Generator<ReceivedFrame> {
    let start = 0;
    for (let end = chunk.indexOf(delimiter); end !== -1; end = chunk.indexOf(delimiter, start)) {
      const frame = this.#finish(chunk.subarray(start, end));
      start = end + 1;
      yield this.#decode(frame);
    }
    if (start < chunk.length) this.#keep(chunk.subarray(start));
  }

  /** Buffered bytes of an incomplete frame. */
  get pending(): number {
    return this.#length;
  }

  #finish(tail: Buffer): Buffer {
    this.#check(tail.length);
    if (this.#length === 0) return tail;
    this.#keep(tail);
    const frame = this.#buffer.subarray(0, this.#length);
    this.#buffer = Buffer.alloc(0);
    this.#length = 0;
    return frame;
  }

  #keep(bytes: Buffer): void {
    this.#check(bytes.length);
    const needed = this.#length + bytes.length;
    if (needed > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, this.#buffer.length * 2, 1024));
      this.#buffer.copy(larger, 0, 0, this.#length);
      this.#buffer = larger;
    }
    bytes.copy(this.#buffer, this.#length);
    this.#length = needed;
  }

  #check(more: number): void {
    if (this.#length + more > this.#maxBytes) throw new FrameTooLarge();
  }

  #decode(frame: Buffer): ReceivedFrame {
    try {
      return { text: this.#decoder.decode(frame) };
    } catch {
      return { problem: "not UTF-8" };
    }
  }
}
