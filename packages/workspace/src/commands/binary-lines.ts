const control = /[\p{Cc}--[\n\t\v\f\r]]/gv;
const strange = /[[\p{Cc}\ufffd]--[\n\t\v\f\r]]/v;
const allStrange = new RegExp(strange, "gv");
/** A few bytes in another encoding still count as text. */
const fewest = 8;

/** Passes text on; counts binary lines instead. */
export class BinaryLines {
  readonly #emit: (text: string) => void;
  #leftOut = 0;

  constructor(emit: (text: string) => void) {
    this.#emit = emit;
  }

  /** Complete lines, except for the last one of a stream and parts of very long ones. */
  push(text: string): void {
    if (this.#leftOut === 0 && !strange.test(text)) return this.#emit(text);
    for (const line of text.split(/(?<=\n)/)) this.#line(line);
  }

  end(): void {
    if (this.#leftOut > 0) this.#emit(`[about ${this.#leftOut} bytes of binary output left out]\n`);
    this.#leftOut = 0;
  }

  #line(line: string): void {
    if (isBinary(line)) {
      this.#leftOut += line.length;
      return;
    }
    // Short pieces between two stretches of binary data are part of it.
    if (this.#leftOut > 0 && line.trim().length < 4) {
      this.#leftOut += line.length;
      return;
    }
    this.end();
    this.#emit(line.replaceAll(control, ""));
  }
}

function isBinary(line: string): boolean {
  if (line.includes("\0")) return true;
  const count = line.match(allStrange)?.length ?? 0;
  return count >= fewest && count > line.length * 0.1;
}
