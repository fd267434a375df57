import { readGeminiRequest } from "./gemini-request.ts";
import type { ServedFormat, WireFailure, WireReply, WireUsage } from "./served-format.ts";
import type { Fields } from "./strict-fields.ts";
import { textPieces } from "./text-pieces.ts";

const servedModel = "gemini-3.1-pro-preview";

/** The Gemini API as Google documents it: `models.streamGenerateContent` with `alt=sse`. */
export const servedGemini: ServedFormat = {
  id: "gemini",
  settings: (origin) => ({
    apiProvider: "gemini",
    apiModelId: servedModel,
    apiKey: "AIza-test-0123456789",
    apiBaseUrl: `${origin}/v1beta`,
  }),
  contentType: "text/event-stream",
  frames,
  refusal,
  readRequest: readGeminiRequest,
};

function frames(reply: WireReply): Uint8Array[] {
  const thoughts = textPieces(reply.reasoning ?? "", 24).map((text) => ({ text, thought: true }));
  const calls = (reply.calls ?? []).map((call) => ({
    functionCall: { id: call.id, name: call.name, args: argumentsOf(call.arguments) },
  }));
  const { image } = reply;
  const parts: Fields[] = [
    ...textPieces(reply.text ?? "", 8).map((text) => ({ text })),
    ...(image ? [{ inlineData: { mimeType: image.mediaType, data: image.data } }] : []),
    ...calls,
  ];
  const events = [...thoughts, ...sign(parts, reply.signature)].map((part) => event({ content: content([part]) }));
  return [...events, last(reply)].map((value) => Buffer.from(`data: ${JSON.stringify(value)}\r\n\r\n`));
}

/** The first part after the thoughts carries the signature. */
function sign(parts: readonly Fields[], signature: string | undefined): readonly Fields[] {
  if (signature === undefined) return parts;
  const [first = { text: "" }, ...rest] = parts;
  return [{ ...first, thoughtSignature: signature }, ...rest];
}

function last({ error, stop, usage }: WireReply): Fields {
  if (error) return { error: failures[error].error };
  const finishReason = stop === "length" ? "MAX_TOKENS" : stop === "filtered" ? "SAFETY" : "STOP";
  return {
    ...event({ content: content([{ text: "" }]), finishReason }),
    usageMetadata: usage && usageMetadata(usage),
  };
}

function event(candidate: Fields): Fields {
  return { candidates: [{ ...candidate, index: 0 }], modelVersion: servedModel, responseId: "response-1" };
}

function content(parts: readonly Fields[]): Fields {
  return { role: "model", parts };
}

function usageMetadata({ input, output, cacheRead = 0, reasoning = 0 }: WireUsage): Fields {
  return {
    promptTokenCount: input,
    candidatesTokenCount: output - reasoning,
    totalTokenCount: input + output,
    cachedContentTokenCount: cacheRead || undefined,
    thoughtsTokenCount: reasoning || undefined,
  };
}

/** Always an object; only a broken gateway would send text. */
function argumentsOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const failures: Record<WireFailure, { readonly error: Fields & { readonly code: number } }> = {
  bad_request: failure(400, "INVALID_ARGUMENT", "Invalid value at 'generation_config.temperature'."),
  unauthorized: failure(400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.", [
    { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "API_KEY_INVALID", domain: "googleapis.com" },
  ]),
  insufficient_credit: failure(403, "PERMISSION_DENIED", "This API method requires billing to be enabled.", [
    { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "BILLING_DISABLED", domain: "googleapis.com" },
  ]),
  model_not_found: failure(404, "NOT_FOUND", "models/gemini-0 is not found for API version v1beta."),
  context_overflow: failure(
    400,
    "INVALID_ARGUMENT",
    "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
  ),
  rate_limited: failure(429, "RESOURCE_EXHAUSTED", "You exceeded your current quota.", [
    { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "37s" },
  ]),
  overloaded: failure(503, "UNAVAILABLE", "The model is overloaded. Please try again later."),
  server_error: failure(500, "INTERNAL", "An internal error has occurred."),
};

function failure(code: number, status: string, message: string, details: readonly Fields[] = []) {
  return { error: { code, message, status, details: details.length > 0 ? details : undefined } };
}

function refusal(kind: WireFailure): ReturnType<ServedFormat["refusal"]> {
  const { error } = failures[kind];
  return { status: error.code, body: JSON.stringify({ error }), headers: { "content-type": "application/json" } };
}
