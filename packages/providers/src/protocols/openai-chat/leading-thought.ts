import type { ApiChunk } from "@roo-code/types";

const opening = "<think>";
const closing = "</think>";

/**
 * Local models put their thought before the answer, between tags. Only at the very beginning of a text: anywhere else
 * the tags are what the model talks about.
 */
export class LeadingThought {
  #place: "before" | "opened" | "inside" | "closed" | "text" = "before";
  /** What may still become a tag, or space around one. */
  #held = "";

  *accept(text: string): Generator<ApiChunk> {
    this.#held += text;
    if (this.#place === "before") this.#findOpening();
    if (this.#place === "opened") this.#skipSpace("inside");
    if (this.#place === "inside") yield* this.#readThought();
    if (this.#place === "closed") this.#skipSpace("text");
    if (this.#place === "text") yield* this.#release("text.delta");
  }

  /** Something else follows: what was held back is what it looks like. May be called many times. */
  *end(): Generator<ApiChunk> {
    yield* this.#release(this.#place === "inside" ? "reasoning.delta" : "text.delta");
    this.#place = "text";
  }

  #findOpening(): void {
    const begun = this.#held.trimStart();
    if (begun.startsWith(opening)) {
      this.#place = "opened";
      this.#held = begun.slice(opening.length);
    } else if (!opening.startsWith(begun)) this.#place = "text";
  }

  #skipSpace(next: "inside" | "text"): void {
    this.#held = this.#held.trimStart();
    if (this.#held !== "") this.#place = next;
  }

  *#readThought(): Generator<ApiChunk> {
    const end = this.#held.indexOf(closing);
    const sure = (end < 0 ? withoutPossibleTag(this.#held) : this.#held.slice(0, end)).trimEnd();
    if (sure !== "") yield { type: "reasoning.delta", text: sure };
    this.#held = this.#held.slice(end < 0 ? sure.length : end + closing.length);
    if (end >= 0) this.#place = "closed";
  }

  *#release(type: "text.delta" | "reasoning.delta"): Generator<ApiChunk> {
    const text = this.#held;
    this.#held = "";
    if (text !== "") yield { type, text };
  }
}

/** The last characters may be the beginning of the closing tag. */
function withoutPossibleTag(text: string): string {
  for (let length = Math.min(closing.length - 1, text.length); length > 0; length -= 1) {
    if (closing.startsWith(text.slice(-length))) return text.slice(0, -length);
  }
  return text;
}
