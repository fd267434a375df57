/** Lines as one text: the fastest way to find several of them that stand one below the other. */
export class JoinedLines {
  readonly #text: string;
  /** Where each line begins, less one: at the break before it. */
  readonly #offsets: Int32Array;

  constructor(lines: readonly string[]) {
    this.#text = `\n${lines.join("\n")}\n`;
    this.#offsets = new Int32Array(lines.length);
    let offset = 0;
    for (const [index, line] of lines.entries()) {
      this.#offsets[index] = offset;
      offset += line.length + 1;
    }
  }

  /** First lines of every place where the texts stand, from the top. */
  startsOf(texts: readonly string[]): number[] {
    const wanted = `\n${texts.join("\n")}\n`;
    const starts: number[] = [];
    for (let at = this.#text.indexOf(wanted); at !== -1; at = this.#text.indexOf(wanted, at + 1)) {
      starts.push(this.#lineAt(at));
    }
    return starts;
  }

  #lineAt(offset: number): number {
    let [low, high] = [0, this.#offsets.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#offsets[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
