import { generateKeyPairSync } from "node:crypto";
import { modelRequest } from "@roo-code/testkit/model-request";
import { servedGemini } from "@roo-code/testkit/wire/gemini";
import { type WireServer, type WireStep, wireServer } from "@roo-code/testkit/wire/wire-server";
import { type Message, ProviderError, type ProviderSettings, userMessage } from "@roo-code/types";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { RooClient } from "../../roo-client.ts";

let server: WireServer;
let client: RooClient;

beforeEach(async () => {
  server = await wireServer(servedGemini);
});
afterEach(async () => {
  await client.dispose();
  await server.close();
});

function ask(step: WireStep, over: Partial<ProviderSettings> = {}, messages: readonly Message[] = [userMessage("hi")]) {
  server.push(step);
  client = new RooClient({ ...servedGemini.settings(server.origin), ...over }, { environment: {} });
  return client.createMessage(modelRequest({ messages })).getFinalMessage();
}

describe("the Gemini API", () => {
  it("gets requests at the right URL with the key", async () => {
    await ask({ text: "ok" });
    expect(server.requests).toMatchObject([
      {
        method: "POST",
        path: "/v1beta/models/gemini-3.1-pro-preview:streamGenerateContent?alt=sse",
        headers: { "x-goog-api-key": "AIza-test-0123456789", "content-type": "application/json" },
      },
    ]);
    expect(server.requests[0]?.headers).not.toHaveProperty("authorization");
  });

  it.each([
    ["without a version", "", "m", "/v1beta/models/m:streamGenerateContent?alt=sse"],
    ["behind a gateway", "/google", "m", "/google/v1beta/models/m:streamGenerateContent?alt=sse"],
    ["of another version", "/v1alpha", "m", "/v1alpha/models/m:streamGenerateContent?alt=sse"],
    ["with a query", "/v1beta?tenant=7", "m", "/v1beta/models/m:streamGenerateContent?tenant=7&alt=sse"],
    ["of a named collection", "", "models/m", "/v1beta/models/m:streamGenerateContent?alt=sse"],
    ["of a tuned model", "", "tunedModels/m", "/v1beta/tunedModels/m:streamGenerateContent?alt=sse"],
    ["of a model with odd characters", "", "../a?b", "/v1beta/models/..%2Fa%3Fb:streamGenerateContent?alt=sse"],
  ])("is found at an address %s", async (_, base, apiModelId, path) => {
    await ask({ text: "ok" }, { apiBaseUrl: `${server.origin}${base}`, apiModelId });
    expect(server.requests[0]?.path).toBe(path);
  });

  it("gets its reply back, including calls and signatures", async () => {
    const reply = await ask({ reasoning: "hm", signature: "sig", calls: [{ name: "read", arguments: '{"a":1}' }] });
    const result = { type: "tool-result" as const, callId: "call_0_0", name: "read", content: "text", isError: false };
    const history: Message[] = [userMessage("hi"), reply.message, { role: "tool", content: [result] }];
    await ask({ text: "done" }, {}, history);
    const { path = "", body = {} } = server.requests[1] ?? {};
    expect(servedGemini.readRequest({ path, body }).messages).toEqual(history);
  });

  it("reports how long to wait, and never the key", async () => {
    const failure = await ask({ refusal: "rate_limited" }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ProviderError);
    expect(failure).toMatchObject({ code: "rate_limited", status: 429, retryAfterMs: 37_000 });
    const body = JSON.stringify([{ error: { code: 403, message: "the key AIza-test-0123456789 is blocked" } }]);
    await expect(ask({ status: 403, body })).rejects.toMatchObject({
      code: "unauthorized",
      message: "Google Gemini answered 403: the key [redacted] is blocked.",
    });
  });

  it("reports an invalid key, though the vendor calls it a bad request", async () => {
    await expect(ask({ refusal: "unauthorized" })).rejects.toMatchObject({ code: "unauthorized", status: 400 });
  });
});

describe("Vertex AI", () => {
  it("gets requests with the account's token and project", async () => {
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const credentials = JSON.stringify({
      type: "service_account",
      client_email: "roo@test",
      private_key: privateKey.export({ type: "pkcs8", format: "pem" }),
      token_uri: `${server.origin}/token`,
    });
    server.push({ status: 200, body: JSON.stringify({ access_token: "vertex-token", expires_in: 3600 }) });
    const base = "/v1/projects/p/locations/global/publishers/google";
    const over = { apiProvider: "vertex", apiBaseUrl: `${server.origin}${base}`, credentials, serviceTier: "flex" };
    const reply = await ask({ text: "ok" }, over);
    expect(reply.message.content).toEqual([{ type: "text", text: "ok" }]);
    expect(server.requests.map(({ path }) => path)).toEqual([
      "/token",
      `${base}/models/gemini-3.1-pro-preview:streamGenerateContent?alt=sse`,
    ]);
    const { headers, body } = server.requests[1] ?? {};
    expect(headers).toMatchObject({
      authorization: "Bearer vertex-token",
      "x-vertex-ai-llm-shared-request-type": "flex",
    });
    expect(headers).not.toHaveProperty("x-goog-api-key");
    expect(body).not.toHaveProperty("service_tier");
  });
});
