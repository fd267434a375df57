import { unfinishedEnd } from "../files/utf8-border.ts";
import { HeadTail } from "./head-tail.ts";

const intervalMs = 50;
const maxBytesPerReport = 32 * 1024;

/** Passes output on while it arrives: at most 20 times a second, limited in size, complete characters only. */
export class OutputReporter {
  readonly #report: (text: string) => void;
  #waiting = new HeadTail(maxBytesPerReport);
  #timer: NodeJS.Timeout | undefined;
  /** The beginning of an incomplete character. */
  #carried: Uint8Array = new Uint8Array();

  constructor(report: (text: string) => void) {
    this.#report = report;
  }

  push(chunk: Uint8Array): void {
    const bytes = this.#carried.length === 0 ? chunk : Buffer.concat([this.#carried, chunk]);
    const wholeLength = bytes.length - unfinishedEnd(bytes);
    // Copied: a view would keep the whole chunk in memory.
    this.#carried = Uint8Array.from(bytes.subarray(wholeLength));
    this.#waiting.push(bytes.subarray(0, wholeLength));
    this.#timer ??= setTimeout(() => this.#flush(), intervalMs);
  }

  /** Reports the rest. */
  end(): void {
    this.#waiting.push(this.#carried);
    this.#carried = new Uint8Array();
    this.#flush();
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { text } = this.#waiting.read();
    this.#waiting = new HeadTail(maxBytesPerReport);
    if (text !== "") this.#report(text);
  }
}
