import type { Readable } from "node:stream";

/** Splits a byte stream into lines. The rest of a line longer than `maxLength` is dropped. */
export class LineSplitter {
  readonly #maxLength: number;
  #parts: Uint8Array[] = [];
  #length = 0;

  constructor({ maxLength }: { maxLength: number }) {
    this.#maxLength = maxLength;
  }

  /** How many bytes of the unfinished line were dropped. */
  get excess(): number {
    return Math.max(0, this.#length - this.#maxLength);
  }

  push(chunk: Uint8Array): string[] {
    const lines: string[] = [];
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      this.#keep(chunk.subarray(start, end));
      lines.push(this.flush());
      start = end + 1;
    }
    this.#keep(chunk.subarray(start));
    return lines;
  }

  /** The unfinished line so far. */
  flush(): string {
    const line = Buffer.concat(this.#parts).toString("utf8").replace(/\r$/, "");
    this.#parts = [];
    this.#length = 0;
    return line;
  }

  #keep(bytes: Uint8Array): void {
    if (this.#length < this.#maxLength) this.#parts.push(bytes.subarray(0, this.#maxLength - this.#length));
    this.#length += bytes.length;
  }
}

const maxLineLength = 4_000;
const burstBytes = 256 * 1024;
const pauseMs = 100;

/**
 * A server's output outside the protocol, line by line. Reads at most 2.5 MB a second, so that a flood blocks the
 * server and not us.
 */
export function readOutput(stream: Readable, onLine: (line: string) => void): void {
  const lines = new LineSplitter({ maxLength: maxLineLength });
  let budget = burstBytes;
  const refill = (): void => {
    budget = burstBytes;
    stream.resume();
  };
  let timer: NodeJS.Timeout | undefined;
  stream.on("data", (chunk: Buffer) => {
    for (const line of lines.push(chunk)) if (line.trim() !== "") onLine(line);
    budget -= chunk.length;
    if (budget > 0) return;
    stream.pause();
    timer = setTimeout(refill, pauseMs).unref();
  });
  stream.on("close", () => {
    clearTimeout(timer);
    const rest = lines.flush();
    if (rest.trim() !== "") onLine(rest);
  });
  stream.on("error", () => {});
}
