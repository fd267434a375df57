import type { TextForm } from "./forms/text-form.ts";
import type { OfferedTools } from "./offered-tools.ts";

/** Enough for a file's content in a call, but not for endless text. */
const maxHeldBytes = 4 * 1024 * 1024;

/** Holds back calls that a model writes as text, once it is known to do so. */
export class HeldText {
  /** By their first character. */
  readonly #prefixes: ReadonlyMap<string, readonly string[]>;
  readonly #held: string[] = [];
  #heldLength = 0;
  #isHolding = false;
  /** Characters shown so far. */
  #shown = 0;

  constructor(forms: readonly TextForm[], tools: OfferedTools) {
    this.#prefixes = Map.groupBy(
      forms.flatMap((form) => form.prefixes(tools)),
      (prefix) => prefix.charAt(0),
    );
  }

  /** The offset of the held part in the reply's text. */
  get from(): number {
    return this.#shown;
  }

  /** Adds text, and returns what can be shown. */
  push(text: string): string {
    if (text === "") return "";
    this.#held.push(text);
    this.#heldLength += text.length;
    if (this.#isHolding) return this.#heldLength > maxHeldBytes ? this.release() : "";
    const held = this.#held.join("");
    const from = this.#findPrefix(held);
    return this.#show(held, from);
  }

  /** Returns everything held. */
  release(): string {
    this.#isHolding = false;
    return this.#show(this.#held.join(""), this.#heldLength);
  }

  #show(held: string, length: number): string {
    const shown = held.slice(0, length);
    this.#held.length = 0;
    this.#heldLength = held.length - shown.length;
    if (this.#heldLength > 0) this.#held.push(held.slice(length));
    this.#shown += shown.length;
    return shown;
  }

  /** The offset at which a call begins, or may begin depending on the next text. */
  #findPrefix(held: string): number {
    for (let at = 0; at < held.length; at += 1) {
      for (const prefix of this.#prefixes.get(held.charAt(at)) ?? []) {
        if (held.startsWith(prefix, at)) {
          this.#isHolding = true;
          return at;
        }
        if (held.length - at < prefix.length && prefix.startsWith(held.slice(at))) return at;
      }
    }
    return held.length;
  }
}
