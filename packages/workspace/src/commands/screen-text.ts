import { readEscapeSequence } from "./escape-sequence.ts";
import { ScreenRow } from "./screen-row.ts";

/** Lines above the cursor that it can still return to. */
const reachableLines = 100;
const maxRowLength = 64 * 1024;

const plain = /[\n\t\P{Cc}]+/uy;

/**
 * What a terminal finally shows of a stream: without colours, and with the last state of what was redrawn
 * (carriage return, erased lines, cursor moved up). A cleared screen is kept, as if scrolled away.
 * Memory is bounded and time is linear, whatever the input.
 */
export class ScreenText {
  readonly #emit: (text: string) => void;
  /** Above the block that is being drawn. */
  #lines: string[] = [];
  #rows = [new ScreenRow()];
  #row = 0;
  #column = 0;
  #carried = "";

  constructor(emit: (text: string) => void) {
    this.#emit = emit;
  }

  push(chunk: string): void {
    const text = (this.#carried + chunk).replaceAll("\r\n", "\n");
    this.#carried = "";
    for (let at = 0; at < text.length; ) {
      plain.lastIndex = at;
      const run = plain.exec(text)?.[0];
      if (run !== undefined) this.#print(run);
      at += run === undefined ? this.#control(text, at) : run.length;
    }
  }

  /** The cursor's line, which may still change. */
  get lastLine(): string {
    return this.#rows[this.#row]?.text ?? "";
  }

  /** Emits every line but the cursor's: they can no longer change. */
  settle(): void {
    this.#toLines(this.#row);
    this.#give(this.#lines);
    this.#lines = [];
  }

  end(): void {
    this.#toLines(this.#rows.length - 1);
    this.settle();
    if (this.lastLine !== "") this.#emit(this.lastLine);
    this.#rows = [new ScreenRow()];
    this.#column = 0;
  }

  #print(run: string): void {
    const lastBreak = run.lastIndexOf("\n");
    if (lastBreak === -1) return this.#write(run);
    const isAppending = this.#rows.length === 1 && this.#column === this.#rows[0]?.length;
    if (!isAppending) return this.#printOver(run);
    const ended = this.#rows[0]?.text + run.slice(0, lastBreak);
    this.#rows = [new ScreenRow()];
    this.#column = 0;
    this.#addLines(ended);
    this.#write(run.slice(lastBreak + 1));
  }

  /** Complete lines, without splitting more of them than can be reached. */
  #addLines(text: string): void {
    let start = text.length + 1;
    for (let count = 0; count < reachableLines && start > 0; count += 1) {
      // A position before the text would be taken for its first.
      start = start < 2 ? 0 : text.lastIndexOf("\n", start - 2) + 1;
    }
    if (start > 0) {
      this.#give(this.#lines);
      this.#emit(text.slice(0, start));
      this.#lines = [];
    }
    for (const line of text.slice(start).split("\n")) this.#lines.push(line);
    if (this.#lines.length > 2 * reachableLines) this.#give(this.#lines.splice(0, this.#lines.length - reachableLines));
  }

  #printOver(run: string): void {
    run.split("\n").forEach((piece, index) => {
      if (index > 0) this.#nextLine();
      this.#write(piece);
    });
  }

  #write(text: string): void {
    if (text === "") return;
    const row = this.#rows[this.#row];
    row?.write(this.#column, text);
    this.#column += text.length;
    if (row && row.length > maxRowLength) this.#giveRow(row);
  }

  /** An endless line: its beginning is emitted, and can no longer be redrawn. */
  #giveRow(row: ScreenRow): void {
    this.settle();
    this.#emit(row.text);
    this.#rows[0] = new ScreenRow();
    this.#column = 0;
  }

  #nextLine(): void {
    this.#column = 0;
    if (this.#row < this.#rows.length - 1) {
      this.#row += 1;
      return;
    }
    this.#rows.push(new ScreenRow());
    this.#row += 1;
    this.#toLines(this.#row);
  }

  /** The block's first rows become lines above it. */
  #toLines(count: number): void {
    if (count === 0) return;
    const rows = this.#rows.splice(0, count);
    this.#row = Math.max(0, this.#row - count);
    this.#addLines(rows.map((row) => row.text).join("\n"));
  }

  /** Returns the number of characters processed. */
  #control(text: string, at: number): number {
    const character = text.charAt(at);
    if (character === "\u001b" || character === "\u009b") return this.#escape(text, at);
    if (character === "\r" && at === text.length - 1) this.#carried = "\r";
    else if (character === "\r") this.#column = 0;
    else if (character === "\b") this.#column = Math.max(0, this.#column - 1);
    else if (character !== "\u0007") this.#write(character);
    return 1;
  }

  #escape(text: string, at: number): number {
    const sequence = readEscapeSequence(text, at);
    if (!sequence) {
      this.#carried = text.slice(at);
      return this.#carried.length;
    }
    if (sequence.action !== undefined) this.#act(sequence.action, sequence.count ?? 0);
    return sequence.length;
  }

  #act(action: string, count: number): void {
    if ("ABCDEFG".includes(action)) this.#move(action, Math.max(1, count));
    else if (action === "K") this.#eraseLine(count);
    else if (action === "J" && count === 0) this.#eraseBelow();
    else if ("JHf".includes(action)) this.#newPage();
  }

  #move(action: string, steps: number): void {
    if (action === "A" || action === "F") this.#up(steps);
    if (action === "B") this.#row = Math.min(this.#rows.length - 1, this.#row + steps);
    if (action === "C") this.#column = Math.min(maxRowLength, this.#column + steps);
    if (action === "D") this.#column = Math.max(0, this.#column - steps);
    if (action === "E") for (let step = 0; step < Math.min(steps, reachableLines); step += 1) this.#nextLine();
    if (action === "F") this.#column = 0;
    if (action === "G") this.#column = steps - 1;
  }

  #eraseLine(part: number): void {
    const row = this.#rows[this.#row];
    if (part === 0) row?.eraseFrom(this.#column);
    if (part === 1) row?.eraseTo(this.#column);
    if (part === 2) row?.eraseFrom(0);
  }

  #up(steps: number): void {
    for (let step = 0; step < steps; step += 1) {
      if (this.#row > 0) {
        this.#row -= 1;
        continue;
      }
      const line = this.#lines.pop();
      if (line === undefined) return;
      this.#rows.unshift(new ScreenRow(line));
    }
  }

  #eraseBelow(): void {
    this.#rows[this.#row]?.eraseFrom(this.#column);
    this.#rows.length = this.#row + 1;
  }

  #newPage(): void {
    if (this.#rows.at(-1)?.text.trim() !== "") this.#rows.push(new ScreenRow());
    this.#toLines(this.#rows.length - 1);
    this.settle();
    this.#rows = [new ScreenRow()];
    this.#column = 0;
  }

  #give(lines: readonly string[]): void {
    if (lines.length > 0) this.#emit(`${lines.join("\n")}\n`);
  }
}
