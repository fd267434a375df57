import { textPieces } from "./wire/text-pieces.ts";

/** A call as a chat server sends it: the arguments are any text, valid JSON or not. */
export interface ChatCall {
  readonly id?: string;
  readonly name: string;
  readonly arguments: string;
}

/** A streamed chat completion, in the terms of its wire format. */
export interface ChatCompletion {
  readonly reasoning?: string;
  readonly text?: string;
  readonly calls?: readonly ChatCall[];
  readonly usage?: Record<string, unknown>;
  /** Default: `tool_calls` with calls, else `stop`. */
  readonly finishReason?: string;
  /** An error event in place of the end. */
  readonly error?: unknown;
}

/** The server-sent events of a completion: text and arguments in pieces of a few characters. */
export function chatEvents(reply: ChatCompletion): string {
  const deltas = [
    { role: "assistant", content: "" },
    ...textPieces(reply.reasoning ?? "", 24).map((reasoning_content) => ({ reasoning_content })),
    ...textPieces(reply.text ?? "", 8).map((content) => ({ content })),
    ...(reply.calls ?? []).flatMap(callDeltas),
  ];
  const events: unknown[] = deltas.map((delta) => chunk({ delta, finish_reason: null }));
  if (reply.error !== undefined) return encodeEvents([...events, { error: reply.error }]);
  const finish = reply.finishReason ?? (reply.calls?.length ? "tool_calls" : "stop");
  events.push(chunk({ delta: {}, finish_reason: finish }));
  if (reply.usage) events.push({ ...chunk(), usage: reply.usage });
  return `${encodeEvents(events)}data: [DONE]\n\n`;
}

export function encodeEvents(events: readonly unknown[]): string {
  return events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
}

function callDeltas({ id, name, arguments: text }: ChatCall, index: number): Record<string, unknown>[] {
  const start = { index, id: id ?? `call_${index}`, type: "function", function: { name, arguments: "" } };
  const rest = textPieces(text, 8).map((part) => ({ index, function: { arguments: part } }));
  return [start, ...rest].map((delta) => ({ tool_calls: [delta] }));
}

function chunk(choice?: Record<string, unknown>): Record<string, unknown> {
  return {
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    created: 1_900_000_000,
    model: "served-model",
    choices: choice ? [{ index: 0, ...choice }] : [],
  };
}
