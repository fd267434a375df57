import type { ApiChunk, ImagePart } from "@roo-code/types";
import { type JsonRecord, listOf, recordOf, textOf } from "../../json-value.ts";
import { chatOrigin, ReasoningDetails, shownText } from "./reasoning-details.ts";

/** The text and reasoning of a reply in order; everything but its calls. */
export class ChatContent {
  readonly #text = new LeadingReasoning();
  readonly #details = new ReasoningDetails();

  *accept(delta: JsonRecord): Generator<ApiChunk> {
    const details = listOf(delta.reasoning_details);
    this.#details.add(details);
    const reasoning = textOf(delta.reasoning_content) ?? textOf(delta.reasoning) ?? textOf(shownText(details));
    if (reasoning !== undefined) yield { type: "reasoning.delta", text: reasoning };
    yield* this.#acceptText(textOf(delta.content) ?? textOf(delta.refusal));
    for (const part of listOf(delta.content)) yield* this.#acceptPart(recordOf(part));
    for (const sent of listOf(delta.images)) {
      const image = toImage(recordOf(sent));
      if (image) yield { type: "image", image };
    }
  }

  /** Releases what was held back, before something else follows. May be called many times. */
  *end(): Generator<ApiChunk> {
    yield* this.#sign();
    yield* this.#text.end();
  }

  /** Some servers send a list of parts, including thinking. */
  *#acceptPart(part: JsonRecord): Generator<ApiChunk> {
    if (part.type === "text") yield* this.#acceptText(textOf(part.text));
    for (const thought of listOf(part.thinking)) {
      const thinking = textOf(recordOf(thought).text);
      if (thinking !== undefined) yield { type: "reasoning.delta", text: thinking };
    }
  }

  *#acceptText(text: string | undefined): Generator<ApiChunk> {
    if (text === undefined) return;
    yield* this.#sign();
    yield* this.#text.accept(text);
  }

  /** Reasoning is signed when something else begins; later pieces are merged when it is sent back. */
  *#sign(): Generator<ApiChunk> {
    if (this.#details.isEmpty) return;
    yield { type: "reasoning.delta", text: "", signature: this.#details.take(), origin: chatOrigin };
  }
}

/** Only inline data: a URL would have to be fetched. */
function toImage(sent: JsonRecord): ImagePart | undefined {
  const url = textOf(recordOf(sent.image_url).url) ?? "";
  const comma = url.indexOf(",");
  const head = /^data:(image\/[\w.+-]+);base64$/.exec(url.slice(0, Math.max(comma, 0)));
  return head?.[1] ? { type: "image", mediaType: head[1], data: url.slice(comma + 1) } : undefined;
}

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
