import { orphanedStart, unfinishedEnd } from "../files/utf8-border.ts";

/** Keeps the first and the last bytes of a stream of any length, in a fixed amount of memory. */
export class HeadTail {
  readonly #head: Buffer;
  /** A ring buffer: `#tailEnd` is the position of the next byte. */
  readonly #tail: Buffer;
  #headLength = 0;
  #tailEnd = 0;
  #tailLength = 0;
  #total = 0;

  constructor(maxBytes: number) {
    this.#head = Buffer.allocUnsafe(Math.floor(maxBytes / 2));
    this.#tail = Buffer.allocUnsafe(maxBytes - this.#head.length);
  }

  /** Bytes pushed so far. */
  get total(): number {
    return this.#total;
  }

  push(chunk: Uint8Array): void {
    this.#total += chunk.length;
    const forHead = chunk.subarray(0, this.#head.length - this.#headLength);
    this.#head.set(forHead, this.#headLength);
    this.#headLength += forHead.length;
    this.#pushTail(chunk.subarray(forHead.length));
  }

  /** The bytes so far, as long as none is missing. */
  whole(): Buffer | undefined {
    const bytes = Buffer.concat([this.#head.subarray(0, this.#headLength), this.#orderedTail()]);
    return bytes.length === this.#total ? bytes : undefined;
  }

  /** The text so far, as if `more` had been pushed. */
  readWith(more: Uint8Array): { text: string; omittedBytes: number } {
    const copy = new HeadTail(this.#head.length + this.#tail.length);
    copy.#head.set(this.#head);
    copy.#tail.set(this.#tail);
    copy.#headLength = this.#headLength;
    copy.#tailEnd = this.#tailEnd;
    copy.#tailLength = this.#tailLength;
    copy.#total = this.#total;
    copy.push(more);
    return copy.read();
  }

  /** The text so far; a marker line replaces what is missing. Characters cut at the gap count as missing. */
  read(): { text: string; omittedBytes: number } {
    const head = this.#head.subarray(0, this.#headLength);
    const tail = this.#orderedTail();
    if (head.length + tail.length === this.#total)
      return { text: decode(Buffer.concat([head, tail])), omittedBytes: 0 };
    const wholeHead = head.subarray(0, head.length - unfinishedEnd(head));
    const wholeTail = tail.subarray(orphanedStart(tail));
    const omittedBytes = this.#total - wholeHead.length - wholeTail.length;
    const gap = `${wholeHead.at(-1) === 10 ? "" : "\n"}[... ${omittedBytes} bytes omitted ...]\n`;
    return { text: decode(wholeHead) + gap + decode(wholeTail), omittedBytes };
  }

  #pushTail(bytes: Uint8Array): void {
    const size = this.#tail.length;
    const kept = bytes.subarray(Math.max(0, bytes.length - size));
    const beforeWrap = kept.subarray(0, size - this.#tailEnd);
    this.#tail.set(beforeWrap, this.#tailEnd);
    this.#tail.set(kept.subarray(beforeWrap.length), 0);
    this.#tailEnd = size === 0 ? 0 : (this.#tailEnd + kept.length) % size;
    this.#tailLength = Math.min(size, this.#tailLength + kept.length);
  }

  #orderedTail(): Buffer {
    if (this.#tailLength < this.#tail.length) return this.#tail.subarray(0, this.#tailLength);
    return Buffer.concat([this.#tail.subarray(this.#tailEnd), this.#tail.subarray(0, this.#tailEnd)]);
  }
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}
