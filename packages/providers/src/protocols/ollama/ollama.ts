import type { ProviderError, ProviderErrorCode } from "@roo-code/types";
import type { Connection } from "../../connection.ts";
import { type ErrorRefinement, refineError } from "../../vendor-error.ts";
import { commonHeaders, endpointOf } from "../endpoint.ts";
import { createHttpProtocol } from "../http-protocol.ts";
import type { Protocol, ProtocolOptions } from "../protocol.ts";
import { createOllamaEncoder } from "./ollama-request.ts";
import { decodeOllamaStream } from "./ollama-stream.ts";

/** Ollama's native chat: unlike its OpenAI-compatible API, it accepts the size of the context. */
export function createOllama(options: ProtocolOptions): Protocol {
  const { connection } = options;
  const encoder = createOllamaEncoder(connection);
  return createHttpProtocol(options, {
    name: "Ollama's chat",
    url: endpointOf(connection, "/api/chat"),
    headers: { ...commonHeaders(connection), accept: "application/x-ndjson, application/json" },
    encode: (request) => encoder.encode(request),
    decode: decodeOllamaStream,
    explain: (error) => explainOllamaError(error, connection),
  });
}

/** Ollama has no error codes, and no status within a stream: only messages. */
function explainOllamaError(error: ProviderError, connection: Connection): ProviderError {
  const found = meanings.find(({ pattern }) => pattern.test(error.message));
  if (!found) return error;
  // A status is more reliable than a message.
  const code = error.status === undefined || found.overridesStatus ? found.code : undefined;
  return refineError(error, { code, next: found.next?.(connection) });
}

interface Meaning extends Pick<ErrorRefinement, "code"> {
  readonly pattern: RegExp;
  readonly code: ProviderErrorCode;
  readonly overridesStatus?: boolean;
  readonly next?: (connection: Connection) => string;
}

const meanings: readonly Meaning[] = [
  {
    pattern: /model\b.*\bnot found|try pulling it|no such model/i,
    code: "model_not_found",
    overridesStatus: true,
    next: ({ model }) => `Run "ollama pull ${model}", or choose another model with --model (ollama list).`,
  },
  {
    pattern: /does not support tools/i,
    code: "bad_request",
    next: ({ model }) =>
      `"${model}" does not support tools, which every task needs: choose a model tagged "tools" on ollama.com.`,
  },
  {
    pattern: /does not support thinking|think value .* is not supported/i,
    code: "bad_request",
    next: ({ model }) =>
      `"${model}" does not support thinking: remove reasoningEffort, or choose a model tagged "thinking".`,
  },
  {
    pattern: /exceeds? the (available )?context|context (length|size) exceeded|input length exceeds/i,
    code: "context_overflow",
    overridesStatus: true,
    next: () => "Shorten the conversation, or set a larger contextWindow in the profile if the machine has the memory.",
  },
  {
    pattern: /requires more system memory|out of memory|resource limitations|unable to allocate/i,
    code: "server_error",
    next: () => "Choose a smaller model, or set a smaller contextWindow in the profile.",
  },
  { pattern: /server busy|maximum pending requests|overloaded/i, code: "overloaded" },
  { pattern: /too many requests|rate limit|concurrency limit/i, code: "rate_limited" },
  { pattern: /usage limit|insufficient (credit|balance)|payment required/i, code: "insufficient_credit" },
  { pattern: /unauthori[sz]ed|invalid api key/i, code: "unauthorized" },
  { pattern: /invalid|missing|required/i, code: "bad_request" },
];
