import type { ApiChunk, ImagePart } from "@roo-code/types";
import { type JsonRecord, listOf, recordOf, textOf } from "../../json-value.ts";
import { chatOrigin, ReasoningDetails, shownText } from "./reasoning-details.ts";

/** What a reply says and thinks, in the order it came; everything but its calls. */
export class ChatContent {
  readonly #text = new LeadingThought();
  readonly #details = new ReasoningDetails();

  *accept(delta: JsonRecord): Generator<ApiChunk> {
    const details = listOf(delta.reasoning_details);
    this.#details.add(details);
    const thought = textOf(delta.reasoning_content) ?? textOf(delta.reasoning) ?? textOf(shownText(details));
    if (thought !== undefined) yield { type: "reasoning.delta", text: thought };
    yield* this.#say(textOf(delta.content) ?? textOf(delta.refusal));
    for (const part of listOf(delta.content)) yield* this.#acceptPart(recordOf(part));
    for (const sent of listOf(delta.images)) {
      const image = toImage(recordOf(sent));
      if (image) yield { type: "image", image };
    }
  }

  /** Something else follows: what was held back comes before it. May be called many times. */
  *end(): Generator<ApiChunk> {
    yield* this.#sign();
    yield* this.#text.end();
  }

  /** A list of parts, thinking among them, as some servers send it. */
  *#acceptPart(part: JsonRecord): Generator<ApiChunk> {
    if (part.type === "text") yield* this.#say(textOf(part.text));
    for (const thought of listOf(part.thinking)) {
      const thinking = textOf(recordOf(thought).text);
      if (thinking !== undefined) yield { type: "reasoning.delta", text: thinking };
    }
  }

  *#say(text: string | undefined): Generator<ApiChunk> {
    if (text === undefined) return;
    yield* this.#sign();
    yield* this.#text.accept(text);
  }

  /** Thought is signed when something else begins; what comes later of it is put together when it is sent back. */
  *#sign(): Generator<ApiChunk> {
    if (this.#details.isEmpty) return;
    yield { type: "reasoning.delta", text: "", signature: this.#details.take(), origin: chatOrigin };
  }
}

/** Only what came along: an address would have to be fetched. */
function toImage(sent: JsonRecord): ImagePart | undefined {
  const url = textOf(recordOf(sent.image_url).url) ?? "";
  const comma = url.indexOf(",");
  const head = /^data:(image\/[\w.+-]+);base64$/.exec(url.slice(0, Math.max(comma, 0)));
  return head?.[1] ? { type: "image", mediaType: head[1], data: url.slice(comma + 1) } : undefined;
}

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
