/** One line of a screen: text while it only grows, cells once something in it is overwritten. */
export class ScreenRow {
  #text: string;
  #cells: string[] | undefined;

  constructor(text = "") {
    this.#text = text;
  }

  get length(): number {
    return this.#cells?.length ?? this.#text.length;
  }

  get text(): string {
    return this.#cells?.join("") ?? this.#text;
  }

  write(column: number, text: string): void {
    if (!this.#cells && column === this.#text.length) {
      this.#text += text;
      return;
    }
    const cells = this.#edit();
    while (cells.length < column) cells.push(" ");
    for (let index = 0; index < text.length; index += 1) cells[column + index] = text.charAt(index);
  }

  eraseFrom(column: number): void {
    if (column < this.length) this.#edit().length = column;
  }

  eraseTo(column: number): void {
    this.#edit().fill(" ", 0, column + 1);
  }

  #edit(): string[] {
    this.#cells ??= this.#text.split("");
    return this.#cells;
  }
}
