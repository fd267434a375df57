import type { ApiChunk } from "@roo-code/types";

const opening = "<think>";
const closing = "</think>";

/**
 * Local models write their reasoning between tags before the answer. Tags count only at the very beginning of a text:
 * elsewhere the model is writing about them.
 */
export class LeadingReasoning {
  #state: "before" | "opened" | "inside" | "closed" | "text" = "before";
  /** A possible tag, or space around one. */
  #held = "";

  *accept(text: string): Generator<ApiChunk> {
    this.#held += text;
    if (this.#state === "before") this.#findOpening();
    if (this.#state === "opened") this.#skipSpace("inside");
    if (this.#state === "inside") yield* this.#readReasoning();
    if (this.#state === "closed") this.#skipSpace("text");
    if (this.#state === "text") yield* this.#release("text.delta");
  }

  /** Releases the held text, because something else follows. May be called many times. */
  *end(): Generator<ApiChunk> {
    yield* this.#release(this.#state === "inside" ? "reasoning.delta" : "text.delta");
    this.#state = "text";
  }

  #findOpening(): void {
    const trimmed = this.#held.trimStart();
    if (trimmed.startsWith(opening)) {
      this.#state = "opened";
      this.#held = trimmed.slice(opening.length);
    } else if (!opening.startsWith(trimmed)) this.#state = "text";
  }

  #skipSpace(next: "inside" | "text"): void {
    this.#held = this.#held.trimStart();
    if (this.#held !== "") this.#state = next;
  }

  *#readReasoning(): Generator<ApiChunk> {
    const end = this.#held.indexOf(closing);
    const certain = (end < 0 ? withoutPossibleTag(this.#held) : this.#held.slice(0, end)).trimEnd();
    if (certain !== "") yield { type: "reasoning.delta", text: certain };
    this.#held = this.#held.slice(end < 0 ? certain.length : end + closing.length);
    if (end >= 0) this.#state = "closed";
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
