import { modelRequest } from "@roo-code/testkit/model-request";
import { servedAnthropic } from "@roo-code/testkit/wire/anthropic";
import { type WireServer, type WireStep, wireServer } from "@roo-code/testkit/wire/wire-server";
import type { ApiStream, Message, ProviderSettings } from "@roo-code/types";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { resolveConnection } from "../../connection.ts";
import type { Environment } from "../../environment.ts";
import { RooClient } from "../../roo-client.ts";
import { messagesUrl } from "./claude-model.ts";

const canary = "sk-ant-canary-0123456789";
let server: WireServer;
let client: RooClient;

beforeEach(async () => {
  server = await wireServer(servedAnthropic);
});
afterEach(async () => {
  await client.dispose();
  await server.close();
});

interface Asking {
  readonly settings?: Partial<ProviderSettings>;
  readonly environment?: Environment;
  readonly messages?: readonly Message[];
}

function ask(step: WireStep, { settings, environment = {}, messages }: Asking = {}): ApiStream {
  server.push(step);
  client = new RooClient({ ...servedAnthropic.settings(server.origin), ...settings }, { environment });
  return client.createMessage(modelRequest(messages && { messages }));
}

describe("a server that speaks Anthropic's messages", () => {
  it("gets requests at the right URL with the key and the version", async () => {
    await ask({ text: "ok" }, { settings: { apiKey: canary } }).getFinalMessage();
    expect(server.requests).toMatchObject([
      {
        method: "POST",
        path: "/v1/messages",
        headers: { "x-api-key": canary, "anthropic-version": "2023-06-01", "content-type": "application/json" },
        body: { model: "claude-sonnet-4-5", stream: true },
      },
    ]);
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
    expect(server.requests[0]?.headers["anthropic-beta"]).toBeUndefined();
  });

  it.each(["", "/", "/v1", "/v1/messages"])("accepts a base URL that ends with %j", async (tail) => {
    await ask({ text: "ok" }, { settings: { apiBaseUrl: `${server.origin}${tail}` } }).getFinalMessage();
    expect(server.requests[0]?.path).toBe("/v1/messages");
  });

  it("gets a token from the environment as a bearer", async () => {
    const { apiKey: _, apiBaseUrl: __, ...rest } = servedAnthropic.settings(server.origin);
    server.push({ text: "ok" });
    const environment = { ANTHROPIC_AUTH_TOKEN: canary, ANTHROPIC_BASE_URL: `${server.origin}/gateway` };
    client = new RooClient(rest, { environment });
    await client.createMessage(modelRequest()).getFinalMessage();
    expect(server.requests).toMatchObject([
      { path: "/gateway/v1/messages", headers: { authorization: `Bearer ${canary}` } },
    ]);
    expect(server.requests[0]?.headers["x-api-key"]).toBeUndefined();
  });

  it("gets a key rather than a token if both are set", async () => {
    const { apiKey: _, ...rest } = servedAnthropic.settings(server.origin);
    server.push({ text: "ok" });
    const environment = { ANTHROPIC_AUTH_TOKEN: "token-0123456789", ANTHROPIC_API_KEY: canary };
    client = new RooClient(rest, { environment });
    await client.createMessage(modelRequest()).getFinalMessage();
    expect(server.requests[0]?.headers).toMatchObject({ "x-api-key": canary });
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
  });

  it("gets our betas and those of the settings", async () => {
    const settings = { maxThinkingTokens: 2_000, headers: { "Anthropic-Beta": "context-1m-2025-08-07" } };
    await ask({ text: "ok" }, { settings }).getFinalMessage();
    expect(server.requests[0]?.headers["anthropic-beta"]).toBe("context-1m-2025-08-07,interleaved-thinking-2025-05-14");
  });

  it("gets its reply back unchanged", async () => {
    const said = { reasoning: "First, look.", signature: "c2ln", text: "Looking.", stop: "tool-calls" as const };
    const first = ask({ ...said, calls: [{ id: "toolu_a", name: "read_file", arguments: '{"path":"a"}' }] });
    const { message } = await first.getFinalMessage();
    const result = { type: "tool-result" as const, callId: "toolu_a", name: "read_file", content: "x", isError: false };
    const messages: Message[] = [
      { role: "user", content: [{ type: "text", text: "hello" }] },
      message,
      { role: "tool", content: [result] },
    ];
    server.push({ text: "done" });
    await client.createMessage(modelRequest({ messages })).getFinalMessage();
    const [, second] = server.requests;
    const read = servedAnthropic.readRequest({ path: second?.path ?? "", body: second?.body ?? {} });
    expect(read).toEqual({ model: "claude-sonnet-4-5", system: "You are a test.", messages, tools: [] });
  });

  it("reports an exhausted balance in its own form", async () => {
    const error = { type: "invalid_request_error", message: "Your credit balance is too low to access the API." };
    const refused = ask({ status: 400, body: JSON.stringify({ type: "error", error }) });
    await expect(refused.getFinalMessage()).rejects.toMatchObject({ code: "insufficient_credit" });
  });

  it("gets no thinking that another vendor's model signed", async () => {
    const settings = { apiProvider: "minimax", apiModelId: "MiniMax-M2" };
    const { message } = await ask({ reasoning: "Hm.", signature: "m", text: "a" }, { settings }).getFinalMessage();
    expect(message.content[0]).toEqual({ type: "reasoning", text: "Hm.", signature: "m", origin: "anthropic/minimax" });
    const messages = [message];
    await ask({ text: "ok" }, { settings, messages }).getFinalMessage();
    await ask({ text: "ok" }, { messages }).getFinalMessage();
    const [, back, other] = server.requests.map(({ raw }) => raw.toString().includes('"thinking":"Hm."'));
    expect({ back, other }).toEqual({ back: true, other: false });
  });

  it("works for MiniMax, with the key as a bearer", async () => {
    await ask({ text: "ok" }, { settings: { apiProvider: "minimax", apiKey: canary } }).getFinalMessage();
    expect(server.requests).toMatchObject([{ path: "/v1/messages", headers: { authorization: `Bearer ${canary}` } }]);
  });
});

describe("messagesUrl", () => {
  const urlOf = (settings: ProviderSettings, environment: Environment = {}) =>
    String(messagesUrl(resolveConnection(settings, environment)));

  it("is the vendor's by default", () => {
    expect(urlOf({ apiProvider: "anthropic", apiKey: "k" })).toBe("https://api.anthropic.com/v1/messages");
    expect(urlOf({ apiProvider: "minimax", apiKey: "k" })).toBe("https://api.minimax.io/anthropic/v1/messages");
  });

  it("has the region, the project and the model in Google's cloud", () => {
    const claude = { apiProvider: "vertex-claude", project: "my-project" };
    const path = (region: string) =>
      `/v1/projects/my-project/locations/${region}/publishers/anthropic/models/claude-sonnet-4-5@20250929:streamRawPredict`;
    expect(urlOf({ ...claude, region: "us-east5" })).toBe(
      `https://us-east5-aiplatform.googleapis.com${path("us-east5")}`,
    );
    expect(urlOf(claude)).toBe(`https://aiplatform.googleapis.com${path("global")}`);
    expect(urlOf(claude, { CLOUD_ML_REGION: "europe-west1" })).toContain("//europe-west1-aiplatform.");
  });
});
