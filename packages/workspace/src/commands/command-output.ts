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
 * What one command printed, as a terminal would show it in the end: a bounded piece in memory, and all of it (within
 * the limit of the file) on disk as soon as it is more than that.
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
  /** What nobody was told yet; as long as nothing was told, that is the whole. */
  #fresh: HeadTail;

  constructor(maxBytes: number, openSpill: () => SpillFile) {
    this.#maxBytes = maxBytes;
    this.#openSpill = openSpill;
    this.#whole = new HeadTail(maxBytes);
    this.#fresh = this.#whole;
  }

  push(chunk: Uint8Array): void {
    const text = this.#decoder.decode(chunk, { stream: true });
    // Programs say so first of all; nobody looks for it in a flood.
    if (!this.isSpilled && missesTerminal(text)) this.#missesTerminal = true;
    this.#screen.push(text);
  }

  /** Nothing more will come. */
  end(): void {
    this.#screen.push(this.#decoder.decode());
    this.#screen.end();
    this.#binary.end();
    this.#spill?.end();
  }

  /** The line that is being printed: a question ends it. */
  get lastLine(): string {
    return this.#screen.lastLine;
  }

  /** Whether it said that it has no terminal. */
  get missesTerminal(): boolean {
    return this.#missesTerminal;
  }

  /** Whether there is more than was ever told in one piece. */
  get isSpilled(): boolean {
    return this.#spill !== undefined;
  }

  get newBytes(): number {
    this.#screen.settle();
    return this.#fresh.total;
  }

  /** What came since this was last asked for. */
  tell(): OutputPiece {
    this.#screen.settle();
    const piece = this.#fresh.readWith(Buffer.from(this.#screen.lastLine));
    this.#fresh = new HeadTail(this.#maxBytes);
    return piece;
  }

  /** All of it, as if nothing had been told yet. */
  tellAgain(): OutputPiece {
    this.#screen.settle();
    return this.#whole.readWith(Buffer.from(this.#screen.lastLine));
  }

  /** Everything that was kept: a file, or bytes while they are few. */
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
