import type { ApiChunk, StopReason, Usage } from "@roo-code/types";
import type { CallIds } from "../../call-ids.ts";
import { badStream } from "../../http/http-errors.ts";
import { countOf, isRecord, type JsonRecord, listOf, parseJson, recordOf, textOf } from "../../json-value.ts";
import type { Quote } from "../../redact.ts";
import type { DecodeContext } from "../wire-format.ts";
import { ollamaOrigin } from "./ollama-messages.ts";

/** The chunks of a streamed chat, without an end if it was truncated. Throws `ProviderError`. */
export async function* decodeOllamaStream(
  bytes: AsyncIterable<Uint8Array>,
  { ids, maxBytes, quote, onEvent, toError }: Omit<DecodeContext, "request">,
): AsyncGenerator<ApiChunk> {
  let hasStarted = false;
  let calls = 0;
  for await (const line of readLines(bytes, { maxBytes, quote })) {
    onEvent();
    if (line.error !== undefined && line.error !== null) throw toError(line);
    if (!hasStarted) yield { type: "message.start", model: textOf(line.model) || undefined };
    hasStarted = true;
    const message = recordOf(line.message);
    for (const chunk of contentChunks(message)) yield chunk;
    for (const call of listOf(message.tool_calls)) {
      yield* callChunks(recordOf(call), ids);
      calls += 1;
    }
    if (line.done !== true) continue;
    yield { type: "usage", usage: toUsage(line) };
    yield { type: "message.end", stopReason: toStopReason(textOf(line.done_reason), calls > 0) };
    return;
  }
}

function* contentChunks(message: JsonRecord): Generator<ApiChunk> {
  const thinking = textOf(message.thinking);
  if (thinking !== undefined) yield { type: "reasoning.delta", text: thinking, origin: ollamaOrigin };
  const text = textOf(message.content);
  if (text !== undefined) yield { type: "text.delta", text };
}

/** Calls arrive complete; older servers send no id. */
function* callChunks(call: JsonRecord, ids: CallIds): Generator<ApiChunk> {
  const { name, arguments: args } = recordOf(call.function);
  const callId = ids.claim(textOf(call.id));
  yield { type: "call.start", callId, name: textOf(name) ?? "" };
  const text = typeof args === "string" ? args : args ? JSON.stringify(args) : "";
  if (text !== "") yield { type: "call.delta", callId, text };
  yield { type: "call.end", callId };
}

function toUsage(line: JsonRecord): Usage {
  return {
    inputTokens: countOf(line.prompt_eval_count),
    outputTokens: countOf(line.eval_count),
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
    costUsd: null,
  };
}

function toStopReason(reason: string | undefined, hasCalls: boolean): StopReason {
  if (reason === "length") return "length";
  return hasCalls ? "tool-calls" : "end";
}

/** Far beyond any real line: bounds a line that never ends. */
const maxLineCharacters = 16 * 1024 * 1024;

/**
 * The objects of a reply, one per line. A last line without a line break counts if it is complete. Throws
 * `ProviderError` `bad_stream` for a line that is not an object.
 */
export async function* readLines(
  bytes: AsyncIterable<Uint8Array>,
  { maxBytes, quote }: { maxBytes: number; quote: Quote },
): AsyncGenerator<JsonRecord> {
  const decoder = new TextDecoder();
  let received = 0;
  let rest = "";
  for await (const piece of bytes) {
    received += piece.length;
    if (received > maxBytes) throw badStream(`the reply exceeds ${maxBytes} bytes`);
    const lines = decoder.decode(piece, { stream: true }).split("\n");
    lines[0] = rest + (lines[0] ?? "");
    rest = lines.pop() ?? "";
    if (rest.length > maxLineCharacters) throw badStream("one line is too large");
    for (const line of lines) if (line.trim() !== "") yield toObject(line, quote);
  }
  const line = rest + decoder.decode();
  const last = parseJson(line);
  if (isRecord(last)) yield last;
  // A truncated object is ignored; anything else is an error, such as a web page.
  else if (/^\s*[^\s{]/.test(line)) yield toObject(line, quote);
}

function toObject(line: string, quote: Quote): JsonRecord {
  const value = parseJson(line);
  if (isRecord(value)) return value;
  throw badStream(`a line is not a JSON object: ${quote(line, 200)}`);
}
