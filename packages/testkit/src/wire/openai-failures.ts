import type { WireFailure } from "./served-format.ts";

/** An error object as OpenAI documents it. */
export interface OpenAiError {
  readonly message: string;
  readonly type: string;
  readonly param: string | null;
  readonly code: string | null;
}

const statuses: Readonly<Record<WireFailure, number>> = {
  bad_request: 400,
  unauthorized: 401,
  insufficient_credit: 429,
  model_not_found: 404,
  context_overflow: 400,
  rate_limited: 429,
  overloaded: 503,
  server_error: 500,
};

const errors: Readonly<Record<WireFailure, OpenAiError>> = {
  bad_request: error("Invalid value: 'function'.", { type: "invalid_request_error", param: "tools[0].type" }),
  unauthorized: error("Incorrect API key provided.", { type: "invalid_request_error", code: "invalid_api_key" }),
  insufficient_credit: error("You exceeded your current quota, please check your plan and billing details.", {
    type: "insufficient_quota",
    code: "insufficient_quota",
  }),
  model_not_found: error("The model `gpt-none` does not exist or you do not have access to it.", {
    type: "invalid_request_error",
    code: "model_not_found",
  }),
  context_overflow: error("Your input exceeds the context window of this model.", {
    type: "invalid_request_error",
    param: "messages",
    code: "context_length_exceeded",
  }),
  rate_limited: error("Rate limit reached for requests.", { type: "requests", code: "rate_limit_exceeded" }),
  overloaded: error("Our servers are currently overloaded.", {
    type: "service_unavailable_error",
    code: "server_is_overloaded",
  }),
  server_error: error("The server had an error while processing your request.", { type: "server_error" }),
};

export function openAiError(failure: WireFailure): OpenAiError {
  return errors[failure];
}

export function openAiRefusal(failure: WireFailure): { status: number; body: string; headers: Record<string, string> } {
  return {
    status: statuses[failure],
    body: JSON.stringify({ error: errors[failure] }),
    headers: { "x-request-id": "req_served" },
  };
}

function error(
  message: string,
  { type, param = null, code = null }: Partial<Omit<OpenAiError, "message">>,
): OpenAiError {
  return { message, type: type ?? "server_error", param, code };
}
