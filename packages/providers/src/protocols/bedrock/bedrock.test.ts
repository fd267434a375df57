import { modelRequest } from "@roo-code/testkit/model-request";
import { servedBedrock } from "@roo-code/testkit/wire/bedrock";
import { eventStreamFrame } from "@roo-code/testkit/wire/event-stream-frame";
import { type WireServer, type WireStep, wireServer } from "@roo-code/testkit/wire/wire-server";
import type { FinalMessage, ProviderError, ProviderSettings } from "@roo-code/types";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { rejectionOf } from "../../../test/ask.ts";
import { resolveConnection } from "../../connection.ts";
import { RooClient } from "../../roo-client.ts";
import { urlOf } from "./bedrock.ts";

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

const failureOf = (...asked: Parameters<typeof ask>) => rejectionOf(ask(...asked));

it("is requested in AWS's framing", async () => {
  await ask({ text: "ok" });
  expect(server.requests[0]?.headers.accept).toBe("application/vnd.amazon.eventstream");
});

describe("an error", () => {
  it.each([
    ["modelStreamErrorException", "server_error"],
    ["modelTimeoutException", "timeout"],
    ["serviceUnavailableException", "overloaded"],
    ["internalServerException", "server_error"],
    ["validationException", "bad_request"],
    ["brandNewException", "server_error"],
  ])("of type %s in a stream is %s", async (type, code) => {
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
  ])("%j is handled", async (step, expected) => {
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
  ])("%s gives advice", async (type, message, next) => {
    const step = { status: 403, headers: { "x-amzn-errortype": type }, body: JSON.stringify({ message }) };
    expect((await failureOf(step, keys)).next).toContain(next);
  });
});

describe("the address", () => {
  const address = (settings: Partial<ProviderSettings>, environment: Record<string, string> = {}) =>
    urlOf(resolveConnection({ apiProvider: "bedrock", apiModelId: "m:0", ...settings }, environment)).href;

  it.each<[Partial<ProviderSettings>, Record<string, string>, string]>([
    [{}, {}, "https://bedrock-runtime.us-east-1.amazonaws.com/model/m%3A0/converse-stream"],
    [
      {},
      { AWS_REGION: "eu-west-3", AWS_DEFAULT_REGION: "x" },
      "https://bedrock-runtime.eu-west-3.amazonaws.com/model/m%3A0/converse-stream",
    ],
    [
      {},
      { AWS_DEFAULT_REGION: "eu-west-3" },
      "https://bedrock-runtime.eu-west-3.amazonaws.com/model/m%3A0/converse-stream",
    ],
    [
      { region: "sa-east-1" },
      { AWS_REGION: "eu-west-3" },
      "https://bedrock-runtime.sa-east-1.amazonaws.com/model/m%3A0/converse-stream",
    ],
    [
      { apiModelId: "arn:aws:bedrock:ap-south-1:1:inference-profile/x" },
      { AWS_REGION: "eu-west-3" },
      "https://bedrock-runtime.ap-south-1.amazonaws.com/model/arn%3Aaws%3Abedrock%3Aap-south-1%3A1%3Ainference-profile%2Fx/converse-stream",
    ],
    [{ apiBaseUrl: "https://gateway.test/aws/" }, {}, "https://gateway.test/aws/model/m%3A0/converse-stream"],
  ])("of %j with %j", (settings, environment, href) => {
    expect(address(settings, environment)).toBe(href);
  });
});
