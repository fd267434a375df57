import type { TextForm } from "./forms/text-form.ts";
import type { OfferedTools } from "./offered-tools.ts";

/** What is held at most: a file's content in a call, but no endless text. */
const maxHeldBytes = 4 * 1024 * 1024;

/** Keeps calls that a model writes as text off the screen, once it is known for that. */
export class HeldText {
  /** By their first character. */
  readonly #beginnings: ReadonlyMap<string, readonly string[]>;
  readonly #held: string[] = [];
  #heldLength = 0;
  #isHolding = false;
  /** Characters shown so far. */
  #shown = 0;

  constructor(forms: readonly TextForm[], tools: OfferedTools) {
    this.#beginnings = Map.groupBy(
      forms.flatMap((form) => form.beginnings(tools)),
      (beginning) => beginning.charAt(0),
    );
  }

  /** Where in the reply's text the held part begins. */
  get from(): number {
    return this.#shown;
  }

  /** What of the text so far can be shown. */
  push(text: string): string {
    if (text === "") return "";
    this.#held.push(text);
    this.#heldLength += text.length;
    if (this.#isHolding) return this.#heldLength > maxHeldBytes ? this.release() : "";
    const waiting = this.#held.join("");
    const from = this.#beginning(waiting);
    return this.#show(waiting, from);
  }

  /** All that is held. */
  release(): string {
    this.#isHolding = false;
    return this.#show(this.#held.join(""), this.#heldLength);
  }

  #show(waiting: string, length: number): string {
    const shown = waiting.slice(0, length);
    this.#held.length = 0;
    this.#heldLength = waiting.length - shown.length;
    if (this.#heldLength > 0) this.#held.push(waiting.slice(length));
    this.#shown += shown.length;
    return shown;
  }

  /** Where a call begins, or might with what comes next; only the latter keeps on looking. */
  #beginning(waiting: string): number {
    for (let at = 0; at < waiting.length; at += 1) {
      for (const beginning of this.#beginnings.get(waiting.charAt(at)) ?? []) {
        if (waiting.startsWith(beginning, at)) {
          this.#isHolding = true;
          return at;
        }
        if (waiting.length - at < beginning.length && beginning.startsWith(waiting.slice(at))) return at;
      }
    }
    return waiting.length;
  }
}
