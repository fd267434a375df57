import { missesTerminal } from "./awaits-input.ts";
import { BinaryLines } from "./binary-lines.ts";
import { HeadTail } from "./head-tail.ts";
import type { OutputSource } from "./read-output.ts";
import { ScreenText } from "./screen-text.ts";
import type { SpillFile } from "./spill-folder.ts";

export interface OutputPiece {
  readonly text: string;
  readonly omittedBytes: number;
}

/**
 * The output of one command as a terminal would finally show it: a bounded part in memory, and all of it (up to
 * the file's limit) on disk once it exceeds that.
 */
export class CommandOutput {
  readonly #maxBytes: number;
  readonly #openSpill: () => SpillFile;
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  readonly #binary = new BinaryLines((text) => this.#keep(text));
  readonly #screen = new ScreenText((text) => this.#binary.push(text));
  readonly #whole: HeadTail;
  #spill: SpillFile | undefined;
  #missesTerminal = false;
  /** Not reported yet; until the first report, everything. */
  #fresh: HeadTail;

  constructor(maxBytes: number, openSpill: () => SpillFile) {
    this.#maxBytes = maxBytes;
    this.#openSpill = openSpill;
    this.#whole = new HeadTail(maxBytes);
    this.#fresh = this.#whole;
  }

  push(chunk: Uint8Array): void {
    const text = this.#decoder.decode(chunk, { stream: true });
    // Programs print this first; it is not searched for in large output.
    if (!this.isSpilled && missesTerminal(text)) this.#missesTerminal = true;
    this.#screen.push(text);
  }

  /** No more output will follow. */
  end(): void {
    this.#screen.push(this.#decoder.decode());
    this.#screen.end();
    this.#binary.end();
    this.#spill?.end();
  }

  /** The unfinished last line: a prompt ends here. */
  get lastLine(): string {
    return this.#screen.lastLine;
  }

  /** Whether it printed that it has no terminal. */
  get missesTerminal(): boolean {
    return this.#missesTerminal;
  }

  /** Whether there is more than was ever reported at once. */
  get isSpilled(): boolean {
    return this.#spill !== undefined;
  }

  get newBytes(): number {
    this.#screen.settle();
    return this.#fresh.total;
  }

  /** The output since the last call. */
  takeNew(): OutputPiece {
    this.#screen.settle();
    const piece = this.#fresh.readWith(Buffer.from(this.#screen.lastLine));
    this.#fresh = new HeadTail(this.#maxBytes);
    return piece;
  }

  /** All of it, including what was already reported. */
  all(): OutputPiece {
    this.#screen.settle();
    return this.#whole.readWith(Buffer.from(this.#screen.lastLine));
  }

  /** Everything that was kept: a file, or bytes if they are few. */
  source(): OutputSource {
    this.#screen.settle();
    if (this.#spill && this.#spill.size > 0) {
      return { path: this.#spill.path, lostBytes: this.#whole.total - this.#spill.size };
    }
    return { bytes: Buffer.from(this.#whole.readWith(Buffer.from(this.#screen.lastLine)).text) };
  }

  #keep(text: string): void {
    const bytes = Buffer.from(text);
    if (!this.#spill && this.#whole.total + bytes.length > this.#maxBytes) {
      this.#spill = this.#openSpill();
      this.#spill.push(this.#whole.whole() ?? Buffer.alloc(0));
    }
    this.#spill?.push(bytes);
    this.#whole.push(bytes);
    if (this.#fresh !== this.#whole) this.#fresh.push(bytes);
  }
}
