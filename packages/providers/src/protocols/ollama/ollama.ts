import type { ProviderError, ProviderErrorCode } from "@roo-code/types";
import type { Connection } from "../../connection.ts";
import { type Rewording, rewordError } from "../../vendor-error.ts";
import { commonHeaders, endpointOf } from "../endpoint.ts";
import { createHttpProtocol } from "../http-protocol.ts";
import type { Protocol, ProtocolOptions } from "../protocol.ts";
import { createOllamaEncoder } from "./ollama-request.ts";
import { decodeOllamaStream } from "./ollama-stream.ts";

/** Ollama's own chat: unlike its imitation of OpenAI's, it can be told the size of the context. */
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

/** Ollama has no codes, and within a stream no status either: its words tell. */
function explainOllamaError(error: ProviderError, connection: Connection): ProviderError {
  const found = meanings.find(({ words }) => words.test(error.message));
  if (!found) return error;
  // A status says it better than words.
  const code = error.status === undefined || found.outweighsStatus ? found.code : undefined;
  return rewordError(error, { code, next: found.next?.(connection) });
}

interface Meaning extends Pick<Rewording, "code"> {
  readonly words: RegExp;
  readonly code: ProviderErrorCode;
  readonly outweighsStatus?: boolean;
  readonly next?: (connection: Connection) => string;
}

const meanings: readonly Meaning[] = [
  {
    words: /model\b.*\bnot found|try pulling it|no such model/i,
    code: "model_not_found",
    outweighsStatus: true,
    next: ({ model }) => `Run "ollama pull ${model}", or choose another model with --model (ollama list).`,
  },
  {
    words: /does not support tools/i,
    code: "bad_request",
    next: ({ model }) =>
      `"${model}" cannot call tools, which every task needs: choose a model marked "tools" on ollama.com.`,
  },
  {
    words: /does not support thinking|think value .* is not supported/i,
    code: "bad_request",
    next: ({ model }) => `"${model}" does not think: leave out reasoningEffort, or choose a model marked "thinking".`,
  },
  {
    words: /exceeds? the (available )?context|context (length|size) exceeded|input length exceeds/i,
    code: "context_overflow",
    outweighsStatus: true,
    next: () => "Shorten the conversation, or set a larger contextWindow in the profile if the machine has the memory.",
  },
  {
    words: /requires more system memory|out of memory|resource limitations|unable to allocate/i,
    code: "server_error",
    next: () => "Choose a smaller model, or set a smaller contextWindow in the profile.",
  },
  { words: /server busy|maximum pending requests|overloaded/i, code: "overloaded" },
  { words: /too many requests|rate limit|concurrency limit/i, code: "rate_limited" },
  { words: /usage limit|insufficient (credit|balance)|payment required/i, code: "insufficient_credit" },
  { words: /unauthori[sz]ed|invalid api key/i, code: "unauthorized" },
  { words: /invalid|missing|required/i, code: "bad_request" },
];
