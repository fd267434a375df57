import { type ApiChunk, ProviderError } from "@roo-code/types";
import type { CallIds } from "../../call-ids.ts";
import { isRecord, type JsonRecord, textOf } from "../../json-value.ts";
import { redactedMark } from "./message-blocks.ts";

interface OpenBlock {
  readonly type: string;
  /** Our id, for a call. */
  readonly callId?: string;
  /** Arguments in the first event; later pieces replace them. */
  input?: JsonRecord | undefined;
  /** The signature so far, for thinking. */
  signature: string;
  isOutput: boolean;
}

export interface StreamedBlocksOptions {
  readonly ids: CallIds;
  /** The origin of the thinking signatures. */
  readonly origin: string;
  /** The tool whose input is the text of the reply. */
  readonly outputTool?: string | undefined;
}

/** Assembles the content blocks of one reply from events with their index. */
export class StreamedBlocks {
  hasCalls = false;
  readonly #ids: CallIds;
  readonly #origin: string;
  readonly #outputTool: string | undefined;
  readonly #blocks = new Map<unknown, OpenBlock>();
  #hasOutput = false;
  /** Text beside the forced call: used only if the call never comes. */
  #aside = "";

  constructor({ ids, origin, outputTool }: StreamedBlocksOptions) {
    this.#origin = origin;
    this.#ids = ids;
    this.#outputTool = outputTool;
  }

  *start(index: unknown, block: JsonRecord): Generator<ApiChunk> {
    switch (block.type) {
      case "tool_use":
        yield* this.#startCall(index, block);
        return;
      case "text":
        this.#open(index, { type: "text" });
        yield* this.#text(block.text);
        return;
      case "thinking":
        this.#open(index, { type: "thinking", signature: textOf(block.signature) ?? "" });
        yield* thinkingChunk(block.thinking);
        return;
      case "redacted_thinking":
        this.#open(index, { type: "thinking", signature: `${redactedMark}${textOf(block.data) ?? ""}` });
        return;
      default:
        this.#open(index, { type: "unknown" });
    }
  }

  *continue(index: unknown, delta: JsonRecord): Generator<ApiChunk> {
    switch (delta.type) {
      case "text_delta":
        yield* this.#text(delta.text);
        return;
      case "thinking_delta":
        yield* thinkingChunk(delta.thinking);
        return;
      case "signature_delta":
        this.#find(index).signature += textOf(delta.signature) ?? "";
        return;
      case "input_json_delta":
        yield* this.#arguments(this.#find(index), textOf(delta.partial_json));
    }
  }

  *stop(index: unknown): Generator<ApiChunk> {
    const block = this.#blocks.get(index);
    this.#blocks.delete(index);
    if (block) yield* this.#close(block);
  }

  *end(): Generator<ApiChunk> {
    for (const index of this.#blocks.keys()) yield* this.stop(index);
    if (!this.#hasOutput && this.#aside !== "") yield { type: "text.delta", text: this.#aside };
  }

  *#startCall(index: unknown, block: JsonRecord): Generator<ApiChunk> {
    const name = textOf(block.name) ?? "";
    const input = isRecord(block.input) && Object.keys(block.input).length > 0 ? block.input : undefined;
    if (this.#outputTool !== undefined && name === this.#outputTool) {
      // Only the first counts.
      this.#open(
        index,
        this.#hasOutput ? { type: "unknown" } : { type: "tool_use", isOutput: true, input: input ?? {} },
      );
      this.#hasOutput = true;
      return;
    }
    this.hasCalls = true;
    const callId = this.#ids.claim(textOf(block.id));
    this.#open(index, { type: "tool_use", callId, input });
    yield { type: "call.start", callId, name };
  }

  *#arguments(block: OpenBlock, text: string | undefined): Generator<ApiChunk> {
    if (text === undefined || block.type !== "tool_use") return;
    block.input = undefined;
    yield* argumentsOf(block, text);
  }

  *#close(block: OpenBlock): Generator<ApiChunk> {
    if (block.type === "thinking" && block.signature !== "") {
      yield { type: "reasoning.delta", text: "", signature: block.signature, origin: this.#origin };
    }
    if (block.input) yield* argumentsOf(block, JSON.stringify(block.input));
    if (block.callId !== undefined) yield { type: "call.end", callId: block.callId };
  }

  *#text(value: unknown): Generator<ApiChunk> {
    const text = textOf(value);
    if (text === undefined) return;
    if (this.#outputTool !== undefined) this.#aside += text;
    else yield { type: "text.delta", text };
  }

  #open(index: unknown, block: Partial<OpenBlock> & { type: string }): void {
    this.#blocks.set(index, { signature: "", isOutput: false, ...block });
  }

  #find(index: unknown): OpenBlock {
    const block = this.#blocks.get(index);
    if (block) return block;
    throw new ProviderError({ code: "bad_stream", message: "The reply continues a block that it never started." });
  }
}

function* thinkingChunk(value: unknown): Generator<ApiChunk> {
  const text = textOf(value);
  if (text !== undefined) yield { type: "reasoning.delta", text };
}

function* argumentsOf({ callId, isOutput }: OpenBlock, text: string): Generator<ApiChunk> {
  if (isOutput) yield { type: "text.delta", text };
  else if (callId !== undefined) yield { type: "call.delta", callId, text };
}
