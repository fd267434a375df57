import { visibleLine } from "./visible-text.ts";

/** What is told with the next view: in order, the same thing once with its count, bounded. */
export class MessageList {
  readonly #counts = new Map<string, number>();
  readonly #limits: { readonly count: number; readonly length: number };
  #omitted = 0;

  constructor(limits: { readonly count: number; readonly length: number }) {
    this.#limits = limits;
  }

  add(text: string): void {
    const line = visibleLine(text, this.#limits.length);
    const count = this.#counts.get(line);
    if (count === undefined && this.#counts.size >= this.#limits.count) this.#omitted += 1;
    else this.#counts.set(line, (count ?? 0) + 1);
  }

  /** Empties the list. */
  take(): string[] {
    const lines = [...this.#counts].map(([line, count]) => (count === 1 ? line : `${line} (${count} times)`));
    if (this.#omitted > 0) lines.push(`… and ${this.#omitted} more`);
    this.#counts.clear();
    this.#omitted = 0;
    return lines;
  }
}
