import { chatServer } from "@roo-code/testkit/chat-server";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { scripted } from "../test/scripted.ts";
import { defineTool, RooClient, type StreamChunk, ToolRegistry } from "./index.ts";

const messages = [{ role: "user", content: "Hi." }] as const;
const weather = defineTool({
  name: "get_weather",
  description: "The weather",
  input: z.object({ city: z.string() }),
  execute: ({ city }) => `clear in ${city}`,
});

describe("a client", () => {
  it("streams chunks, and gives the final message and its calls", async () => {
    const reply = { text: "Let me see.", toolCalls: [{ id: "c1", name: "get_weather", input: { city: "Rome" } }] };
    const { client } = scripted([{ ...reply, usage: { inputTokens: 3, outputTokens: 4 } }]);
    const stream = client.createMessage({ systemPrompt: "Help.", messages, tools: [weather] });
    expect(() => stream.getToolUses()).toThrow(expect.objectContaining({ code: "stream_not_read" }));
    const chunks: StreamChunk[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    expect(chunks.at(-1)).toEqual({ type: "message.end", stopReason: "tool-calls" });
    expect(stream.getPartialText()).toBe("Let me see.");
    expect(stream.getToolUses()).toMatchObject([{ callId: "c1", name: "get_weather", input: { city: "Rome" } }]);
    const { message, usage, stopReason } = await stream.getFinalMessage();
    expect([message.role, usage.inputTokens, stopReason]).toEqual(["assistant", 3, "tool-calls"]);
  });

  it("holds a conversation with tools by hand", async () => {
    const { client } = scripted([
      { toolCalls: [{ name: "get_weather", input: { city: "Rome" } }] },
      { expect: "clear in Rome", text: "It is clear." },
    ]);
    const registry = new ToolRegistry({ tools: [weather] });
    const first = client.createMessage({ messages, tools: [weather] });
    const { message } = await first.getFinalMessage();
    const results = await Promise.all(first.getToolUses().map((use) => registry.execute(use)));
    const content = results.map(({ callId, name, content: text, isError }) => ({
      type: "tool-result" as const,
      callId,
      name,
      content: text,
      isError,
    }));
    const next = client.createMessage({
      messages: [...messages, message, { role: "tool", content }],
      tools: [weather],
    });
    expect((await next.getFinalMessage()).message.content).toEqual([{ type: "text", text: "It is clear." }]);
  });

  it("sends tools as JSON Schema, and its key only to the provider", async () => {
    await using server = await chatServer([{ text: "Hi." }]);
    const providerSettings = {
      apiProvider: "openai-compatible",
      apiBaseUrl: server.baseUrl,
      apiModelId: "m",
      apiKey: "sk-1",
    };
    const client = new RooClient({ providerSettings });
    await client
      .createMessage({ messages, tools: [weather, { name: "x", description: "y", inputSchema: {} }] })
      .getFinalMessage();
    await client.dispose();
    const [request] = server.requests;
    const body = JSON.stringify(request);
    expect(body).toContain('"get_weather"');
    expect(body).toContain('"city"');
    expect(JSON.stringify(client)).not.toContain("sk-1");
  });

  it("throws typed errors, from the stream and before it", async () => {
    const { client } = scripted([
      { error: { status: 401, message: "bad key" } },
      { text: "half", error: { afterChunks: 1 } },
    ]);
    const read = async (stream: AsyncIterable<unknown>) => {
      for await (const _ of stream);
    };
    await expect(read(client.createMessage({ messages }))).rejects.toMatchObject({
      name: "ProviderError",
      code: "unauthorized",
    });
    const again = client.createMessage({ messages: [...messages, { role: "assistant", content: [] }] });
    await expect(again.getFinalMessage()).rejects.toMatchObject({ name: "ProviderError" });
    const unknown = new RooClient({ providerSettings: { apiProvider: "nobody" }, environment: {} });
    await expect(read(unknown.createMessage({ messages }))).rejects.toMatchObject({ code: "unknown_provider" });
    await expect(unknown.prepare()).rejects.toMatchObject({ code: "unknown_provider" });
    const keyless = new RooClient({ providerSettings: { apiProvider: "anthropic" }, environment: {} });
    await expect(keyless.prepare()).rejects.toMatchObject({
      code: "missing_key",
      next: expect.stringContaining("apiKey"),
    });
  });

  it("is cancelled by a signal", async () => {
    const { client } = scripted([{ text: "never", delayMs: 60_000 }]);
    const stop = new AbortController();
    const reading = client.createMessage({ messages, signal: stop.signal }).getFinalMessage();
    stop.abort(new Error("enough"));
    await expect(reading).rejects.toThrow("enough");
  });
});
