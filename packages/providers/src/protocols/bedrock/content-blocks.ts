import type { ApiChunk } from "@roo-code/types";
import type { CallIds } from "../../call-ids.ts";
import { badStream } from "../../http/http-errors.ts";
import { type JsonRecord, recordOf, textOf } from "../../json-value.ts";
import { bedrockOrigin, redactedSignature } from "./bedrock-messages.ts";

interface OpenBlock {
  readonly callId?: string;
  readonly imageFormat?: string;
  /** base64; images and signatures may arrive in pieces. */
  imageData: string;
  signature: string;
}

/** The content blocks of one reply, identified by their index; they may be interleaved. */
export class ContentBlocks {
  readonly #ids: CallIds;
  readonly #open = new Map<unknown, OpenBlock>();
  calls = 0;

  constructor(ids: CallIds) {
    this.#ids = ids;
  }

  *start(index: unknown, { toolUse, image }: JsonRecord): Generator<ApiChunk> {
    // Starting a block again ends the open one.
    yield* this.stop(index);
    const format = textOf(recordOf(image).format);
    if (format) this.#open.set(index, { imageFormat: format, imageData: "", signature: "" });
    if (toolUse === undefined || toolUse === null) return;
    const { toolUseId, name } = recordOf(toolUse);
    const callId = this.#ids.claim(textOf(toolUseId));
    this.#open.set(index, { callId, imageData: "", signature: "" });
    this.calls += 1;
    yield { type: "call.start", callId, name: textOf(name) ?? "" };
  }

  *add(index: unknown, delta: JsonRecord): Generator<ApiChunk> {
    const text = textOf(delta.text);
    if (text !== undefined) yield { type: "text.delta", text };
    if (delta.toolUse !== undefined) yield* this.#addInput(index, recordOf(delta.toolUse).input);
    if (delta.reasoningContent !== undefined) yield* this.#addReasoning(index, recordOf(delta.reasoningContent));
    const bytes = textOf(recordOf(recordOf(delta.image).source).bytes);
    if (bytes !== undefined) this.#block(index).imageData += bytes;
  }

  /** Does nothing for a block that is not open. */
  *stop(index: unknown): Generator<ApiChunk> {
    const block = this.#open.get(index);
    if (!block) return;
    this.#open.delete(index);
    const { callId, imageFormat, imageData, signature } = block;
    if (signature !== "") yield { type: "reasoning.delta", text: "", signature, origin: bedrockOrigin };
    if (callId !== undefined) yield { type: "call.end", callId };
    if (imageFormat !== undefined && imageData !== "") {
      yield { type: "image", image: { type: "image", mediaType: `image/${imageFormat}`, data: imageData } };
    }
  }

  *stopAll(): Generator<ApiChunk> {
    for (const index of this.#open.keys()) yield* this.stop(index);
  }

  *#addInput(index: unknown, input: unknown): Generator<ApiChunk> {
    const callId = this.#open.get(index)?.callId;
    if (callId === undefined) throw badStream("it continues a call that it never started");
    const text = typeof input === "object" && input !== null ? JSON.stringify(input) : textOf(input);
    if (text !== undefined) yield { type: "call.delta", callId, text };
  }

  *#addReasoning(index: unknown, { text, signature, redactedContent }: JsonRecord): Generator<ApiChunk> {
    const reasoning = textOf(text);
    if (reasoning !== undefined) yield { type: "reasoning.delta", text: reasoning };
    this.#block(index).signature += textOf(signature) ?? "";
    const redacted = textOf(redactedContent);
    if (redacted === undefined) return;
    yield { type: "reasoning.delta", text: "", signature: redactedSignature(redacted), origin: bedrockOrigin };
  }

  #block(index: unknown): OpenBlock {
    const block = this.#open.get(index) ?? { imageData: "", signature: "" };
    this.#open.set(index, block);
    return block;
  }
}
