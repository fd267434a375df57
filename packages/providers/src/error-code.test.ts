import { describe, expect, it } from "vitest";
import { toErrorCode } from "./error-code.ts";

describe("toErrorCode", () => {
  it.each([
    [400, "bad_request"],
    [301, "bad_request"],
    [401, "unauthorized"],
    [402, "insufficient_credit"],
    [403, "unauthorized"],
    [404, "model_not_found"],
    [408, "timeout"],
    [409, "rate_limited"],
    [413, "context_overflow"],
    [422, "bad_request"],
    [425, "rate_limited"],
    [429, "rate_limited"],
    [500, "server_error"],
    [502, "server_error"],
    [503, "overloaded"],
    [504, "timeout"],
    [529, "overloaded"],
  ])("reads status %i as %s", (status, code) => {
    expect(toErrorCode({ status })).toBe(code);
  });

  it.each([
    "This model's maximum context length is 128000 tokens. However, your messages resulted in 130000 tokens.",
    "prompt is too long: 210000 tokens > 200000 maximum",
    "the request exceeds the available context size, try increasing it",
    "Please reduce the length of the messages or completion.",
    "Input length and max_tokens exceed context limit: 199000 + 8000 > 200000",
    "too many tokens",
  ])("recognises a context overflow by its message: %s", (message) => {
    expect(toErrorCode({ status: 400, message })).toBe("context_overflow");
    expect(toErrorCode({ message })).toBe("context_overflow");
  });

  it("does not treat a server error that mentions the context as an overflow", () => {
    expect(toErrorCode({ status: 500, message: "maximum context length" })).toBe("server_error");
    expect(toErrorCode({ status: 400, message: "unknown parameter: context" })).toBe("bad_request");
  });

  it("treats an exhausted quota as permanent", () => {
    expect(toErrorCode({ status: 429, code: "insufficient_quota" })).toBe("insufficient_credit");
  });

  it.each([
    ["context_length_exceeded", "context_overflow"],
    ["rate_limit_exceeded", "rate_limited"],
    ["overloaded_error", "overloaded"],
    ["invalid_api_key", "unauthorized"],
    ["invalid_request_error", "bad_request"],
    ["ECONNRESET", "network"],
    ["whatever", "server_error"],
  ])("reads code %s as %s when there is no status", (code, expected) => {
    expect(toErrorCode({ code })).toBe(expected);
  });
});
