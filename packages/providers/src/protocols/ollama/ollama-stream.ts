import type { ApiChunk, StopReason, Usage } from "@roo-code/types";
import type { CallIds } from "../../call-ids.ts";
import { countOf, type JsonRecord, listOf, recordOf, textOf } from "../../json-value.ts";
import type { DecodeContext } from "../wire-format.ts";
import { ollamaOrigin } from "./ollama-messages.ts";
import { readLines } from "./read-lines.ts";

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
