import { readChatRequest } from "./openai-chat-request.ts";
import { openAiError, openAiRefusal } from "./openai-failures.ts";
import type { ServedFormat, WireCall, WireReply, WireUsage } from "./served-format.ts";
import type { Fields } from "./strict-fields.ts";
import { textPieces } from "./text-pieces.ts";

/** Chat completions as OpenAI documents them, with the reasoning that compatible servers add. */
export const servedOpenAiChat: ServedFormat = {
  id: "openai-chat",
  settings: (origin) => ({
    apiProvider: "openai-compatible",
    apiKey: "sk-served-0123456789",
    apiModelId: "served-model",
    apiBaseUrl: `${origin}/v1`,
  }),
  contentType: "text/event-stream; charset=utf-8",
  frames: (reply) => framesOf(reply, { reasoning: reasoningDeltas(reply), images: [] }),
  keepAlive: Buffer.from(": keep-alive\n\n"),
  refusal: openAiRefusal,
  readRequest: (request) => readChatRequest(request, { hasReasoningDetails: false }),
};

/** The same in OpenRouter's dialect: signed reasoning in `reasoning_details`, and images. */
export const servedOpenRouter: ServedFormat = {
  ...servedOpenAiChat,
  id: "openrouter",
  settings: (origin) => ({
    apiProvider: "openrouter",
    apiKey: "sk-or-served-0123456789",
    apiModelId: "anthropic/claude-sonnet-4.5",
    apiBaseUrl: `${origin}/api/v1`,
  }),
  frames: (reply) => framesOf(reply, { reasoning: detailDeltas(reply), images: imageDeltas(reply) }),
  keepAlive: Buffer.from(": OPENROUTER PROCESSING\n\n"),
  readRequest: (request) => readChatRequest(request, { hasReasoningDetails: true }),
};

interface DialectDeltas {
  readonly reasoning: readonly Fields[];
  readonly images: readonly Fields[];
}

function framesOf(reply: WireReply, { reasoning, images }: DialectDeltas): Uint8Array[] {
  const deltas = [
    { role: "assistant", content: "" },
    ...reasoning,
    ...textPieces(reply.text ?? "", 8).map((content) => ({ content })),
    ...images,
    ...(reply.calls ?? []).flatMap(callDeltas),
  ];
  const events: Fields[] = deltas.map((delta) => chunk({ delta, finish_reason: null }));
  if (reply.error) return [...events, { error: openAiError(reply.error) }].map(encodeEvent);
  events.push(chunk({ delta: {}, finish_reason: finishReasonOf(reply) }));
  if (reply.usage) events.push({ ...chunk(), usage: usageOf(reply.usage) });
  return [...events.map(encodeEvent), Buffer.from("data: [DONE]\n\n")];
}

function reasoningDeltas({ reasoning = "" }: WireReply): Fields[] {
  return textPieces(reasoning, 24).map((reasoning_content) => ({ reasoning_content }));
}

/** Signed reasoning is sent twice, as plain text and in details that must be sent back; its signature comes last. */
function detailDeltas({ reasoning = "", signature }: WireReply): Fields[] {
  if (signature === undefined) return textPieces(reasoning, 24).map((text) => ({ reasoning: text }));
  const common = { type: "reasoning.text", index: 0, format: "anthropic-claude-v1" };
  const deltas = textPieces(reasoning, 24).map((text) => ({
    reasoning: text,
    reasoning_details: [{ ...common, text }],
  }));
  return [...deltas, { reasoning_details: [{ ...common, signature }] }];
}

function imageDeltas({ image }: WireReply): Fields[] {
  if (!image) return [];
  const url = `data:${image.mediaType};base64,${image.data}`;
  return [{ content: "", images: [{ type: "image_url", image_url: { url }, index: 0 }] }];
}

function callDeltas({ id, name, arguments: text }: WireCall, index: number): Fields[] {
  const start = { index, id: id ?? `call_served_${index}`, type: "function", function: { name, arguments: "" } };
  const rest = textPieces(text, 8).map((part) => ({ index, function: { arguments: part } }));
  return [start, ...rest].map((delta) => ({ tool_calls: [delta] }));
}

function finishReasonOf({ stop, calls = [] }: WireReply): string {
  const reasons = { end: "stop", "tool-calls": "tool_calls", length: "length", filtered: "content_filter" };
  return reasons[stop ?? (calls.length > 0 ? "tool-calls" : "end")];
}

function usageOf({ input, output, cacheRead, cacheWrite, reasoning }: WireUsage): Fields {
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: {
      cached_tokens: cacheRead ?? 0,
      cache_write_tokens: cacheWrite,
    },
    completion_tokens_details: reasoning === undefined ? undefined : { reasoning_tokens: reasoning },
  };
}

function chunk(choice?: Fields): Fields {
  return {
    id: "chatcmpl-served",
    object: "chat.completion.chunk",
    created: 1_900_000_000,
    model: "served-model",
    choices: choice ? [{ index: 0, ...choice }] : [],
  };
}

function encodeEvent(event: Fields): Uint8Array {
  return Buffer.from(`data: ${JSON.stringify(event)}\n\n`);
}
