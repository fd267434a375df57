import {
  type ApiChunk,
  type AssistantMessage,
  type FinalMessage,
  ProviderError,
  type ReasoningPart,
  type StopReason,
  type TextPart,
  type ToolCallPart,
  type Usage,
} from "@roo-code/types";
import { isDeeperThan, isRecord, parseJson } from "./json-value.ts";

/** Far beyond any real reply: bounds a stream that never ends. */
const maxCharacters = 16 * 1024 * 1024;

type ChunkOf<Type extends ApiChunk["type"]> = Extract<ApiChunk, { type: Type }>;

/** No tool needs more; endless nesting would crash recursive code. */
const maxInputDepth = 200;

interface OpenCall {
  readonly part: ToolCallPart;
  text: string;
}

/** Assembles a reply from its chunks. */
export class MessageBuilder {
  readonly #content: AssistantMessage["content"] = [];
  readonly #openCalls = new Map<string, OpenCall>();
  #usage: Usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, costUsd: null };
  /** The last call without arguments. */
  #bareCall: ToolCallPart | undefined;
  #characters = 0;
  #final: FinalMessage | undefined;

  /** Set once `message.end` was added. */
  get final(): FinalMessage | undefined {
    return this.#final;
  }

  get text(): string {
    return this.#content.map((part) => (part.type === "text" ? part.text : "")).join("");
  }

  add(chunk: ApiChunk): void {
    switch (chunk.type) {
      case "message.start":
      case "notice":
      case "failure":
        return;
      case "text.delta":
        this.#count(chunk.text);
        if (chunk.text !== "") this.#openText().text += chunk.text;
        return;
      case "reasoning.delta":
        this.#addReasoning(chunk);
        return;
      case "image":
        this.#count(chunk.image.data);
        this.#content.push(chunk.image);
        return;
      case "call.start":
        this.#startCall(chunk.callId, chunk.name);
        return;
      case "call.delta":
        this.#count(chunk.text);
        this.#call(chunk.callId).text += chunk.text;
        return;
      case "call.end":
        this.#endCall(chunk);
        return;
      case "usage":
        this.#usage = chunk.usage;
        return;
      case "message.end":
        this.#end(chunk.stopReason);
    }
  }

  #openText(): TextPart {
    const last = this.#content.at(-1);
    if (last?.type === "text") return last;
    const part: TextPart = { type: "text", text: "" };
    this.#content.push(part);
    return part;
  }

  /** A signature covers the text before it, so it also ends that part. */
  #addReasoning({ text, signature, origin }: ChunkOf<"reasoning.delta">): void {
    this.#count(text);
    if (text === "" && signature === undefined) return;
    const part = this.#openReasoning();
    part.text += text;
    if (signature !== undefined) part.signature = signature;
    if (origin !== undefined) part.origin = origin;
  }

  #openReasoning(): ReasoningPart {
    const last = this.#content.at(-1);
    if (last?.type === "reasoning" && last.signature === undefined) return last;
    const part: ReasoningPart = { type: "reasoning", text: "" };
    this.#content.push(part);
    return part;
  }

  #startCall(callId: string, name: string): void {
    const part: ToolCallPart = { type: "tool-call", callId, name, input: {} };
    this.#content.push(part);
    this.#openCalls.set(callId, { part, text: "" });
  }

  #endCall({ callId, repaired, input: repairedInput }: Omit<ChunkOf<"call.end">, "type">): void {
    const { part, text } = this.#call(callId);
    this.#openCalls.delete(callId);
    if (repaired !== undefined) part.repaired = repaired;
    if (repairedInput) {
      part.input = repairedInput;
      return;
    }
    if (text.trim() === "") {
      this.#bareCall = part;
      return;
    }
    const input = parseJson(text);
    // Vendors reject anything but an object when it is sent back, which would block the task permanently.
    if (isRecord(input) && !isDeeperThan(input, maxInputDepth)) part.input = input;
    else if (input !== null) part.malformed = text;
  }

  #end(stopReason: StopReason): void {
    for (const callId of this.#openCalls.keys()) this.#endCall({ callId });
    if (stopReason === "length" || stopReason === "filtered") this.#markTruncatedCall();
    this.#final = { message: { role: "assistant", content: this.#content }, usage: this.#usage, stopReason };
  }

  /** A call truncated before its first argument would look like one without arguments, and be run. */
  #markTruncatedCall(): void {
    if (this.#bareCall && this.#bareCall === this.#content.at(-1)) this.#bareCall.malformed = "";
  }

  #call(callId: string): OpenCall {
    const call = this.#openCalls.get(callId);
    if (!call)
      throw new ProviderError({ code: "bad_stream", message: "The reply continues a call that it never started." });
    return call;
  }

  #count(text: string): void {
    this.#characters += text.length;
    if (this.#characters <= maxCharacters) return;
    throw new ProviderError({ code: "bad_stream", message: `The reply exceeds ${maxCharacters} characters.` });
  }
}
