/** Lines as one text: the fastest way to find several of them that stand one below the other. */
export class JoinedLines {
  readonly #text: string;
  /** Where the break before each line stands. */
  readonly #breaks: readonly number[];

  constructor(text: string) {
    this.#text = `\n${text}\n`;
    const breaks: number[] = [];
    for (let at = 0; at < this.#text.length - 1; at = this.#text.indexOf("\n", at + 1)) breaks.push(at);
    this.#breaks = breaks;
  }

  /** First lines of every place where these stand, from the top. */
  startsOf(lines: readonly string[]): number[] {
    const wanted = `\n${lines.join("\n")}\n`;
    const starts: number[] = [];
    for (let at = this.#text.indexOf(wanted); at !== -1; at = this.#text.indexOf(wanted, at + 1)) {
      starts.push(this.#lineAt(at));
    }
    return starts;
  }

  #lineAt(offset: number): number {
    let [low, high] = [0, this.#breaks.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#breaks[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
