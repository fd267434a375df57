import { modelRequest } from "@roo-code/testkit/model-request";
import { servedOpenAiResponses } from "@roo-code/testkit/wire/openai-responses";
import { type WireServer, wireServer } from "@roo-code/testkit/wire/wire-server";
import { type Message, type ProviderSettings, userMessage } from "@roo-code/types";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { RooClient } from "../../roo-client.ts";

let server: WireServer;
let client: RooClient;

beforeEach(async () => {
  server = await wireServer(servedOpenAiResponses);
});
afterEach(async () => {
  await client.dispose();
  await server.close();
});

function connect(over: Partial<ProviderSettings> = {}): RooClient {
  const settings = servedOpenAiResponses.settings(`http://127.0.0.1:${server.port}`);
  client = new RooClient({ ...settings, ...over }, { environment: {} });
  return client;
}

describe("a server of responses", () => {
  it("gets requests at the right URL with the key", async () => {
    server.push({ text: "ok" });
    await connect().createMessage(modelRequest()).getFinalMessage();
    expect(server.requests).toMatchObject([
      {
        method: "POST",
        path: "/v1/responses",
        headers: { authorization: "Bearer sk-served-0123456789", "content-type": "application/json" },
      },
    ]);
  });

  it("gets requests in Azure's form on Azure", async () => {
    server.push({ text: "ok" });
    const azure = {
      apiProvider: "azure-responses",
      apiBaseUrl: `http://127.0.0.1:${server.port}`,
      apiKey: "azure-key",
    };
    await connect(azure).createMessage(modelRequest()).getFinalMessage();
    expect(server.requests).toMatchObject([{ path: "/openai/v1/responses", headers: { "api-key": "azure-key" } }]);
  });

  it("gets its encrypted reasoning back with the next request", async () => {
    server.push(
      { reasoning: "hm", signature: "ZW5j", calls: [{ id: "c", name: "t", arguments: "{}" }] },
      { text: "ok" },
    );
    const asking = connect();
    const messages: Message[] = [userMessage("go")];
    const { message } = await asking.createMessage(modelRequest({ messages })).getFinalMessage();
    messages.push(message, {
      role: "tool",
      content: [{ type: "tool-result", callId: "c", name: "t", content: "done", isError: false }],
    });
    await asking.createMessage(modelRequest({ messages })).getFinalMessage();
    expect(server.requests.at(-1)?.body?.input).toMatchObject([
      { type: "message" },
      {
        type: "reasoning",
        id: "rs_served",
        summary: [{ type: "summary_text", text: "hm" }],
        encrypted_content: "ZW5j",
      },
      { type: "function_call", call_id: "c" },
      { type: "function_call_output", call_id: "c", output: "done" },
    ]);
  });
});
