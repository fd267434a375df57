import { readConverseRequest } from "./bedrock-request.ts";
import { eventStreamFrame } from "./event-stream-frame.ts";
import type { ServedFormat, WireCall, WireFailure, WireReply, WireUsage } from "./served-format.ts";
import type { Fields } from "./strict-fields.ts";
import { textPieces } from "./text-pieces.ts";

/** Amazon Bedrock's ConverseStream: JSON in AWS's binary event-stream framing. */
export const servedBedrock: ServedFormat = {
  id: "bedrock",
  settings: (origin) => ({
    apiProvider: "bedrock",
    apiModelId: "us.anthropic.claude-sonnet-4-5-20250929-v1:0",
    apiKey: "bedrock-api-key-0123456789",
    apiBaseUrl: origin,
  }),
  contentType: "application/vnd.amazon.eventstream",
  frames: (reply) => [...framesOf(reply)],
  refusal: (failure) => {
    const { status, type, message } = failures[failure];
    return {
      status,
      body: JSON.stringify({ message }),
      headers: { "x-amzn-errortype": `${type}:http://internal.amazon.com/` },
    };
  },
  readRequest: readConverseRequest,
};

interface Failure {
  readonly status: number;
  readonly type: string;
  readonly message: string;
}

const failures: Readonly<Record<WireFailure, Failure>> = {
  bad_request: { status: 400, type: "ValidationException", message: "1 validation error detected." },
  unauthorized: {
    status: 403,
    type: "UnrecognizedClientException",
    message: "The security token included in the request is invalid.",
  },
  insufficient_credit: {
    status: 403,
    type: "AccessDeniedException",
    message: "Model access is denied due to INVALID_PAYMENT_INSTRUMENT: A valid payment instrument must be provided.",
  },
  model_not_found: { status: 400, type: "ValidationException", message: "The provided model identifier is invalid." },
  context_overflow: { status: 400, type: "ValidationException", message: "Input is too long for requested model." },
  rate_limited: {
    status: 429,
    type: "ThrottlingException",
    message: "Too many tokens, please wait before trying again.",
  },
  overloaded: {
    status: 503,
    type: "ServiceUnavailableException",
    message: "Bedrock is unable to process your request.",
  },
  server_error: {
    status: 500,
    type: "InternalServerException",
    message: "The system encountered an unexpected error.",
  },
};

function* framesOf(reply: WireReply): Generator<Buffer> {
  const { reasoning = "", signature, text = "", image, calls = [] } = reply;
  let index = 0;
  yield event("messageStart", { role: "assistant" });
  if (reasoning !== "" || signature !== undefined) yield* thought(index++, reasoning, signature);
  if (text !== "")
    yield* block(
      index++,
      undefined,
      textPieces(text).map((piece) => ({ text: piece })),
    );
  if (image) {
    const start = { image: { format: image.mediaType.replace("image/", "") } };
    yield* block(index++, start, [{ image: { source: { bytes: image.data } } }]);
  }
  for (const [number, call] of calls.entries()) yield* callFrames(index++, number, call);
  if (reply.error) yield exception(failures[reply.error]);
  else yield* ending(reply, calls.length > 0);
}

function thought(index: number, reasoning: string, signature: string | undefined): Generator<Buffer> {
  const deltas = textPieces(reasoning).map((text) => ({ reasoningContent: { text } }));
  return block(index, undefined, signature === undefined ? deltas : [...deltas, { reasoningContent: { signature } }]);
}

function callFrames(index: number, number: number, { id, name, arguments: text }: WireCall): Generator<Buffer> {
  const start = { toolUse: { toolUseId: id ?? `tooluse_${number}`, name } };
  return block(
    index,
    start,
    textPieces(text).map((input) => ({ toolUse: { input } })),
  );
}

/** Only calls and images have a start. */
function* block(contentBlockIndex: number, start: Fields | undefined, deltas: readonly Fields[]): Generator<Buffer> {
  if (start) yield event("contentBlockStart", { contentBlockIndex, start });
  for (const delta of deltas) yield event("contentBlockDelta", { contentBlockIndex, delta });
  yield event("contentBlockStop", { contentBlockIndex });
}

function* ending({ stop, usage }: WireReply, hasCalls: boolean): Generator<Buffer> {
  yield event("messageStop", { stopReason: stopReasons[stop ?? (hasCalls ? "tool-calls" : "end")] });
  yield event("metadata", { usage: usage && toUsage(usage), metrics: { latencyMs: 7 } });
}

const stopReasons = {
  end: "end_turn",
  "tool-calls": "tool_use",
  length: "max_tokens",
  filtered: "content_filtered",
} as const;

function toUsage({ input, output, cacheRead = 0, cacheWrite = 0 }: WireUsage): Fields {
  return {
    inputTokens: input - cacheRead - cacheWrite,
    outputTokens: output,
    totalTokens: input + output,
    cacheReadInputTokens: cacheRead,
    cacheWriteInputTokens: cacheWrite,
  };
}

function event(type: string, payload: Fields): Buffer {
  const headers = { ":event-type": type, ":content-type": "application/json", ":message-type": "event" };
  return eventStreamFrame(headers, JSON.stringify(payload));
}

function exception({ type, message }: Failure): Buffer {
  const name = type.charAt(0).toLowerCase() + type.slice(1);
  const headers = { ":exception-type": name, ":content-type": "application/json", ":message-type": "exception" };
  return eventStreamFrame(headers, JSON.stringify({ message }));
}
