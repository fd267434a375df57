import {
  eventStreamFrame,
  modelRequest,
  servedBedrock,
  type WireServer,
  type WireStep,
  wireServer,
} from "@roo-code/testkit";
import { type FinalMessage, ProviderError } from "@roo-code/types";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { RooClient } from "../../roo-client.ts";

let server: WireServer;

beforeEach(async () => {
  server = await wireServer(servedBedrock);
});
afterEach(() => server.close());

async function ask(step: WireStep, environment: Record<string, string> = {}): Promise<FinalMessage> {
  server.push(step);
  const { apiKey, ...settings } = servedBedrock.settings(server.origin);
  const client = new RooClient(
    { ...settings, ...(Object.keys(environment).length === 0 && { apiKey }) },
    { environment },
  );
  try {
    return await client.createMessage(modelRequest()).getFinalMessage();
  } finally {
    await client.dispose();
  }
}

async function failureOf(step: WireStep, environment?: Record<string, string>): Promise<ProviderError> {
  const error = await ask(step, environment).catch((reason: unknown) => reason);
  if (error instanceof ProviderError) return error;
  throw new Error(`a ProviderError was expected, not ${JSON.stringify(error)}`);
}

it("streams a reply", async () => {
  const { message, stopReason } = await ask({ text: "Hello.", calls: [{ id: "a", name: "t", arguments: '{"a":1}' }] });
  expect(message.content).toEqual([
    { type: "text", text: "Hello." },
    { type: "tool-call", callId: "a", name: "t", input: { a: 1 } },
  ]);
  expect(stopReason).toBe("tool-calls");
  expect(server.requests[0]?.headers.accept).toBe("application/vnd.amazon.eventstream");
});

const codes = [
  "bad_request",
  "unauthorized",
  "insufficient_credit",
  "model_not_found",
  "context_overflow",
  "rate_limited",
  "overloaded",
  "server_error",
] as const;

it.each(codes)("understands the refusal %s", async (code) => {
  expect(await failureOf({ refusal: code })).toMatchObject({ code });
});

it.each(codes)("understands the exception %s within a stream", async (code) => {
  expect(await failureOf({ text: "so far", error: code })).toMatchObject({ code });
});

describe("an error", () => {
  it.each([
    ["modelStreamErrorException", "server_error"],
    ["modelTimeoutException", "timeout"],
    ["serviceUnavailableException", "overloaded"],
    ["internalServerException", "server_error"],
    ["validationException", "bad_request"],
    ["brandNewException", "server_error"],
  ])("of the type %s in a stream is %s", async (type, code) => {
    const frame = eventStreamFrame({ ":message-type": "exception", ":exception-type": type }, '{"message":"no"}');
    expect(await failureOf({ reframe: () => [frame] })).toMatchObject({ code, message: expect.stringContaining("no") });
  });

  it.each<[WireStep, Partial<ProviderError>]>([
    [{ status: 424, body: '{"__type":"ModelErrorException","message":"m"}' }, { code: "server_error" }],
    [{ status: 429, body: '{"__type":"com.amazon#ModelNotReadyException","message":"m"}' }, { code: "overloaded" }],
    [{ status: 408, headers: { "x-amzn-errortype": "ModelTimeoutException" }, body: "{}" }, { code: "timeout" }],
    [{ status: 400, body: '{"__type":"ServiceQuotaExceededException"}' }, { code: "rate_limited" }],
    [{ status: 404, body: '{"message":"m"}' }, { code: "model_not_found" }],
    [
      { status: 400, body: '{"message":"Invocation of model ID m with on-demand throughput isn’t supported."}' },
      { code: "bad_request", next: expect.stringContaining("inference profile") },
    ],
    [
      { status: 403, body: '{"Message":"User: x is not authorized to perform: bedrock:InvokeModel"}' },
      { code: "unauthorized", next: expect.stringContaining("IAM") },
    ],
  ])("%j is understood", async (step, expected) => {
    expect(await failureOf(step)).toMatchObject(expected);
  });

  const keys = {
    AWS_ACCESS_KEY_ID: "AKIDEXAMPLE",
    AWS_SECRET_ACCESS_KEY: "s",
    AWS_SESSION_TOKEN: "session-token-0123",
  };

  it("never repeats the session token that AWS repeats", async () => {
    const message = `The request signature does not match. The Canonical String for this request should have been 'POST x-amz-security-token:${keys.AWS_SESSION_TOKEN}'`;
    const step = {
      status: 403,
      headers: { "x-amzn-errortype": "InvalidSignatureException" },
      body: JSON.stringify({ message }),
    };
    const error = await failureOf(step, keys);
    expect(error.code).toBe("unauthorized");
    expect(error.message).toMatch(/does not match\.$/);
    expect(JSON.stringify([error, error.message, error.next])).not.toContain(keys.AWS_SESSION_TOKEN);
  });

  it.each([
    ["ExpiredTokenException", "The security token included in the request is expired", "aws sso login"],
    ["InvalidSignatureException", "Signature expired: 20150830T123600Z is now earlier than …", "clock"],
    ["UnrecognizedClientException", "The security token included in the request is invalid.", "AWS_ACCESS_KEY_ID"],
  ])("%s says what to do", async (type, message, next) => {
    const step = { status: 403, headers: { "x-amzn-errortype": type }, body: JSON.stringify({ message }) };
    expect((await failureOf(step, keys)).next).toContain(next);
  });
});
