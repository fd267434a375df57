import { modelRequest } from "@roo-code/testkit/model-request";
import { servedOllama } from "@roo-code/testkit/wire/ollama";
import { type WireServer, type WireStep, wireServer } from "@roo-code/testkit/wire/wire-server";
import type { FinalMessage, ProviderSettings } from "@roo-code/types";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { rejectionOf } from "../../../test/ask.ts";
import { RooClient } from "../../roo-client.ts";

let server: WireServer;

beforeEach(async () => {
  server = await wireServer(servedOllama);
});
afterEach(() => server.close());

async function ask(step: WireStep, settings: Partial<ProviderSettings> = {}): Promise<FinalMessage> {
  server.push(step);
  const client = new RooClient({ ...servedOllama.settings(server.origin), ...settings }, { environment: {} });
  try {
    return await client.createMessage(modelRequest()).getFinalMessage();
  } finally {
    await client.dispose();
  }
}

const failureOf = (step: WireStep) => rejectionOf(ask(step));

const said = (...lines: object[]): WireStep => ({ body: lines.map((line) => `${JSON.stringify(line)}\n`).join("") });
const done = { message: { role: "assistant", content: "" }, done: true, done_reason: "stop" };

describe("a working Ollama server", () => {
  it("gets requests at its own path, whatever the base URL ends with, and a key only if there is one", async () => {
    for (const end of ["", "/", "/v1", "/api"]) await ask({ text: "ok" }, { apiBaseUrl: `${server.origin}${end}` });
    expect(server.requests.map(({ path }) => path)).toEqual(["/api/chat", "/api/chat", "/api/chat", "/api/chat"]);
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
    await ask({ text: "ok" }, { apiKey: "ollama-key-0123" });
    expect(server.requests.at(-1)?.headers.authorization).toBe("Bearer ollama-key-0123");
  });

  it("may send calls without ids", async () => {
    const call = { function: { name: "t", arguments: { a: 1 } } };
    const { message } = await ask(said({ message: { tool_calls: [call, { function: { name: "t" } }] } }, done));
    expect(message.content).toMatchObject([
      { callId: "call_0_0", input: { a: 1 } },
      { callId: "call_0_1", input: {} },
    ]);
  });

  it("is not read after the end", async () => {
    expect((await ask(said(done, { error: "too late" }))).stopReason).toBe("end");
  });
});

describe("a failing Ollama server", () => {
  it.each([
    [said({ message: { content: "so far" }, done: false }), "stream_cut"],
    [said({ message: 7 }, { message: null, done: "yes" }), "stream_cut"],
    [{ body: "<html>\n" }, "bad_stream"],
    [said({ message: { content: "a" } }, { error: "the model has crashed" }), "server_error"],
  ])("is handled: %j", async (step, code) => {
    expect((await failureOf(step)).code).toBe(code);
  });

  it.each([
    [404, 'model "qwen3:8b" not found, try pulling it first', "model_not_found", 'Run "ollama pull qwen3:8b"'],
    [400, "registry.ollama.ai/library/gemma:2b does not support tools", "bad_request", "does not support tools"],
    [400, '"llama3" does not support thinking', "bad_request", "reasoningEffort"],
    [400, "the input length exceeds the context length", "context_overflow", "contextWindow"],
    [500, "model requires more system memory (12 GiB) than is available", "server_error", "smaller model"],
  ])("gives advice: %i %s", async (status, error, code, next) => {
    const failure = await failureOf({ status, body: JSON.stringify({ error }) });
    expect(failure).toMatchObject({ code, next: expect.stringContaining(next) });
  });
});
