import type { Readable } from "node:stream";

/** Lines of a byte stream. What comes after the longest line that is kept is dropped up to the line's end. */
export class LineSplitter {
  readonly #longest: number;
  #parts: Uint8Array[] = [];
  #length = 0;

  constructor({ longest }: { longest: number }) {
    this.#longest = longest;
  }

  /** How much of the unfinished line was dropped. */
  get excess(): number {
    return Math.max(0, this.#length - this.#longest);
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

  /** What is there of the unfinished line. */
  flush(): string {
    const line = Buffer.concat(this.#parts).toString("utf8").replace(/\r$/, "");
    this.#parts = [];
    this.#length = 0;
    return line;
  }

  #keep(bytes: Uint8Array): void {
    if (this.#length < this.#longest) this.#parts.push(bytes.subarray(0, this.#longest - this.#length));
    this.#length += bytes.length;
  }
}

const maxLineLength = 4_000;
const burstBytes = 256 * 1024;
const pauseMs = 100;

/**
 * What a server says beside the protocol, line by line. One that floods us is read at 2.5 MB a second at most: it waits,
 * and we do not.
 */
export function readWords(stream: Readable, onLine: (line: string) => void): void {
  const lines = new LineSplitter({ longest: maxLineLength });
  let left = burstBytes;
  const refill = (): void => {
    left = burstBytes;
    stream.resume();
  };
  let timer: NodeJS.Timeout | undefined;
  stream.on("data", (chunk: Buffer) => {
    for (const line of lines.push(chunk)) if (line.trim() !== "") onLine(line);
    left -= chunk.length;
    if (left > 0) return;
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
