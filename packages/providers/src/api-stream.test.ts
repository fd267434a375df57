import { type ApiChunk, ProviderError, type Usage } from "@roo-code/types";
import { describe, expect, it } from "vitest";
import { createApiStream } from "./api-stream.ts";

const usage: Usage = { inputTokens: 5, outputTokens: 2, cacheReadTokens: 3, cacheWriteTokens: 0, costUsd: 0.1 };
const whole: ApiChunk[] = [
  { type: "message.start", model: "m" },
  { type: "text.delta", text: "Let me " },
  { type: "text.delta", text: "look." },
  { type: "call.start", callId: "c1", name: "read_file" },
  { type: "call.delta", callId: "c1", text: '{"path":' },
  { type: "call.delta", callId: "c1", text: '"a.txt"}' },
  { type: "call.end", callId: "c1" },
  { type: "usage", usage },
  { type: "message.end", stopReason: "tool-calls" },
];
const final = {
  message: {
    role: "assistant",
    content: [
      { type: "text", text: "Let me look." },
      { type: "tool-call", callId: "c1", name: "read_file", input: { path: "a.txt" } },
    ],
  },
  usage,
  stopReason: "tool-calls",
};

/** A source that counts how often it was opened and closed. */
function source(chunks: readonly ApiChunk[], failure?: Error) {
  const seen = { opened: 0, closed: 0 };
  async function* open(): AsyncGenerator<ApiChunk> {
    seen.opened += 1;
    try {
      yield* chunks;
      if (failure) throw failure;
    } finally {
      seen.closed += 1;
    }
  }
  return { open, seen };
}

const streamOf = (chunks: readonly ApiChunk[], failure?: Error) =>
  createApiStream(new AbortController().signal, source(chunks, failure).open);

describe("ApiStream", () => {
  it("passes on every chunk and ends with the complete message", async () => {
    const stream = streamOf(whole);
    const chunks: ApiChunk[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    expect(chunks).toEqual(whole);
    expect(await stream.getFinalMessage()).toEqual(final);
    expect(stream.getToolUses()).toEqual([final.message.content[1]]);
  });

  it("reads the stream for the final message, and returns it repeatedly", async () => {
    const { open, seen } = source(whole);
    const stream = createApiStream(new AbortController().signal, open);
    const answers = await Promise.all([stream.getFinalMessage(), stream.getFinalMessage()]);
    expect([...answers, await stream.getFinalMessage()]).toEqual([final, final, final]);
    expect(seen).toEqual({ opened: 1, closed: 1 });
  });

  it("finishes a partially read reply", async () => {
    const stream = streamOf(whole);
    await stream[Symbol.asyncIterator]().next();
    expect(await stream.getFinalMessage()).toEqual(final);
  });

  it("yields nothing when it is iterated after its end", async () => {
    const stream = streamOf(whole);
    await stream.getFinalMessage();
    const chunks: ApiChunk[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    expect(chunks).toEqual([]);
  });

  it("opens nothing until it is read", () => {
    const { open, seen } = source(whole);
    createApiStream(new AbortController().signal, open);
    expect(seen.opened).toBe(0);
  });

  it("has the text so far, and no calls, while it runs", async () => {
    const stream = streamOf(whole);
    for await (const chunk of stream) {
      if (chunk.type !== "text.delta") continue;
      expect(stream.getPartialText()).toBe("Let me ");
      expect(() => stream.getToolUses()).toThrow(/not read to its end/);
      break;
    }
  });

  it("closes the source when the reader stops, and then has no final message", async () => {
    const { open, seen } = source(whole);
    const stream = createApiStream(new AbortController().signal, open);
    for await (const _ of stream) break;
    expect(seen.closed).toBe(1);
    await expect(stream.getFinalMessage()).rejects.toMatchObject({ code: "stream_cut" });
  });

  it("reports a reply without an end as truncated", async () => {
    const stream = streamOf(whole.slice(0, -1));
    await expect(stream.getFinalMessage()).rejects.toMatchObject({ code: "stream_cut" });
    expect(stream.getPartialText()).toBe("Let me look.");
  });

  it("accepts an empty reply", async () => {
    const { message, stopReason } = await streamOf([{ type: "message.end", stopReason: "end" }]).getFinalMessage();
    expect([message.content, stopReason]).toEqual([[], "end"]);
  });

  it("ends with the failure instead of throwing it", async () => {
    const failure = new ProviderError({ code: "server_error", message: "broken" });
    const chunks: ApiChunk[] = [];
    for await (const chunk of streamOf(whole.slice(0, 3), failure)) chunks.push(chunk);
    expect(chunks).toEqual([...whole.slice(0, 3), { type: "failure", error: failure }]);
  });

  it("returns the same failure for every read of the message", async () => {
    const failure = new ProviderError({ code: "server_error", message: "broken" });
    const stream = streamOf(whole.slice(0, 3), failure);
    await expect(stream.getFinalMessage()).rejects.toBe(failure);
    await expect(stream.getFinalMessage()).rejects.toBe(failure);
    expect(await stream[Symbol.asyncIterator]().next()).toEqual({ done: true, value: undefined });
    expect(() => stream.getToolUses()).toThrow(failure);
  });

  it.each(whole.map((_, index) => index))("delivers nothing after an abort at chunk %i", async (index) => {
    const controller = new AbortController();
    const { open, seen } = source(whole);
    const stream = createApiStream(controller.signal, open);
    const reason = new Error("stopped by the user");
    const chunks: ApiChunk[] = [];
    if (index === 0) controller.abort(reason);
    for await (const chunk of stream) if (chunks.push(chunk) === index) controller.abort(reason);
    expect(chunks).toEqual([...whole.slice(0, index), { type: "failure", error: reason }]);
    await expect(stream.getFinalMessage()).rejects.toBe(reason);
    expect(seen.closed).toBe(index === 0 ? 0 : 1);
  });

  it("keeps the reason of an abort even when the source fails because of it", async () => {
    const controller = new AbortController();
    const stream = createApiStream(controller.signal, async function* () {
      yield { type: "message.start" };
      await new Promise<void>((resolve) => controller.signal.addEventListener("abort", () => resolve()));
      throw new ProviderError({ code: "network", message: "socket hang up" });
    });
    const outcome = stream.getFinalMessage();
    setImmediate(() => controller.abort("stop"));
    await expect(outcome).rejects.toBe("stop");
  });
});
