import { chatServer } from "@roo-code/testkit/chat-server";
import { modelRequest } from "@roo-code/testkit/model-request";
import type { ApiChunk } from "@roo-code/types";
import { describe, expect, it } from "vitest";
import { tools } from "../../test/repaired-reply.ts";
import { RooClient } from "../roo-client.ts";
import { repairLazily } from "./repair-lazily.ts";

const model = { provider: "test", model: "lazy" };
const request = modelRequest({ tools });

describe("repairLazily", () => {
  it("requests the first chunk before it loads anything", async () => {
    let isAsked = false;
    async function* source(): AsyncGenerator<ApiChunk> {
      isAsked = true;
      yield { type: "message.end", stopReason: "end" };
    }
    const first = repairLazily({ chunks: source(), request, model }).next();
    expect(isAsked).toBe(true);
    expect(await first).toEqual({ done: false, value: { type: "message.end", stopReason: "end" } });
  });

  it("passes on an immediate failure, and closes its source when it is closed early", async () => {
    const failing = { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error("refused")) }) };
    await expect(repairLazily({ chunks: failing, request, model }).next()).rejects.toThrow("refused");

    let isClosed = false;
    async function* endless(): AsyncGenerator<ApiChunk> {
      try {
        for (;;) yield { type: "text.delta", text: "a" };
      } finally {
        isClosed = true;
      }
    }
    for await (const _ of repairLazily({ chunks: endless(), request, model })) break;
    expect(isClosed).toBe(true);
  });

  it("repairs a server's replies, and learns how a model writes its calls", async () => {
    const written = '<tool_call>{"name": "read_file", "arguments": {"path": "a"}}</tool_call>';
    await using server = await chatServer([
      { calls: [{ name: "functions.read_file", arguments: '{"path": "a",}' }] },
      { text: written },
      { text: written },
      { text: written },
    ]);
    const settings = { apiProvider: "openai-compatible", apiModelId: "writes-calls", apiBaseUrl: server.baseUrl };
    const texts: string[] = [];
    for (let reply = 0; reply < 4; reply += 1) {
      const client = new RooClient(settings, { environment: {} });
      const stream = client.createMessage(request);
      const { stopReason } = await stream.getFinalMessage();
      expect(stream.getToolUses()).toMatchObject([
        { name: "read_file", input: { path: "a" }, repaired: expect.any(String) },
      ]);
      expect(stopReason).toBe("tool-calls");
      texts.push(stream.getPartialText());
      await client.dispose();
    }
    expect(texts).toEqual(["", written, written, ""]);
  });

  it("probes through the client", async () => {
    await using server = await chatServer([{ text: '[TOOL_CALLS]report_sum[ARGS]{"sum": 42}' }]);
    const settings = { apiProvider: "openai-compatible", apiModelId: "m", apiBaseUrl: server.baseUrl };
    const client = new RooClient(settings, { environment: {} });
    const report = await client.probeDialect(new AbortController().signal);
    expect(report).toMatchObject({ provider: "openai-compatible", model: "m", calls: "text", form: "mistral" });
    await client.dispose();
  });

  it("answers single prompts through the client", async () => {
    await using server = await chatServer([{ text: "yes" }, { text: '{"a": 1}' }]);
    const settings = { apiProvider: "openai-compatible", apiModelId: "m", apiBaseUrl: server.baseUrl };
    const client = new RooClient(settings, { environment: {} });
    const { signal } = new AbortController();
    expect(await client.completePrompt("really?", { signal })).toBe("yes");
    const output = { name: "a", schema: { type: "object", properties: { a: { type: "number" } } } };
    expect(await client.completeJson({ prompt: "a?", output, signal })).toEqual({ a: 1 });
    await client.dispose();
  });
});
