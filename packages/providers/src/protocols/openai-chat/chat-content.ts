import type { ApiChunk, ImagePart } from "@roo-code/types";
import { type JsonRecord, listOf, recordOf, textOf } from "../../json-value.ts";
import { LeadingReasoning } from "./leading-reasoning.ts";
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
