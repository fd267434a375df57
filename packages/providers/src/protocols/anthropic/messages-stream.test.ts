import { servedAnthropic } from "@roo-code/testkit/wire/anthropic";
import type { ApiChunk, FinalMessage } from "@roo-code/types";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Decoding, streamReply } from "../../../test/decode-reply.ts";
import { decodeMessagesStream } from "./messages-stream.ts";

function streamOf(sent: string | Buffer, { outputTool, ...decoding }: Decoding & { outputTool?: string } = {}) {
  return streamReply(
    (bytes, context) => decodeMessagesStream(bytes, { ...context, origin: "anthropic", outputTool }),
    sent,
    decoding,
  );
}

function decode(...given: Parameters<typeof streamOf>): Promise<FinalMessage> {
  return streamOf(...given).getFinalMessage();
}

async function chunksOf(sent: string): Promise<ApiChunk[]> {
  const chunks: ApiChunk[] = [];
  for await (const chunk of streamOf(sent)) chunks.push(chunk);
  return chunks;
}

const events = (...all: object[]) => all.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
const start = { type: "message_start", message: { model: "claude", usage: { input_tokens: 5, output_tokens: 1 } } };
const block = (index: number, content_block: object) => ({ type: "content_block_start", index, content_block });
const delta = (index: number, fields: object) => ({ type: "content_block_delta", index, delta: fields });
const stop = (index: number) => ({ type: "content_block_stop", index });
const args = (partial_json: string) => ({ type: "input_json_delta", partial_json });
const end = (stop_reason = "end_turn", usage: object = { output_tokens: 2 }) => [
  { type: "message_delta", delta: { stop_reason }, usage },
  { type: "message_stop" },
];

describe("decodeMessagesStream", () => {
  it("ignores failures after the stop reason", async () => {
    const [finish] = end();
    const error = { type: "error", error: { type: "overloaded_error", message: "late" } };
    const reply = await decode(events(start, block(0, { type: "text", text: "done" }), finish ?? {}, error));
    expect(reply).toMatchObject({ stopReason: "end", message: { content: [{ text: "done" }] } });
  });

  it("starts with the model and counts usage once", async () => {
    const chunks = await chunksOf(events(start, ...end("end_turn", { input_tokens: 0, output_tokens: 7 })));
    expect(chunks).toEqual([
      { type: "message.start", model: "claude" },
      {
        type: "usage",
        usage: { inputTokens: 5, outputTokens: 7, cacheReadTokens: 0, cacheWriteTokens: 0, costUsd: null },
      },
      { type: "message.end", stopReason: "end" },
    ]);
  });

  it("separates encrypted thinking from hidden thinking", async () => {
    const { message } = await decode(
      events(
        start,
        block(0, { type: "thinking", thinking: "", signature: "" }),
        delta(0, { type: "signature_delta", signature: "s1" }),
        stop(0),
        block(1, { type: "redacted_thinking", data: "abc" }),
        stop(1),
        block(2, { type: "thinking", thinking: "" }),
        delta(2, { type: "thinking_delta", thinking: "hm" }),
        delta(2, { type: "signature_delta", signature: "s2" }),
        stop(2),
        ...end(),
      ),
    );
    const origin = "anthropic";
    expect(message.content).toEqual([
      { type: "reasoning", text: "", signature: "s1", origin },
      { type: "reasoning", text: "", signature: "redacted_thinking:abc", origin },
      { type: "reasoning", text: "hm", signature: "s2", origin },
    ]);
  });

  it("separates calls whose arguments are interleaved", async () => {
    const calls = [0, 1].map((index) => block(index, { type: "tool_use", id: `t${index}`, name: "t", input: {} }));
    const { message } = await decode(
      events(
        start,
        ...calls,
        delta(0, args('{"n":')),
        delta(1, args('{"n":')),
        delta(1, args("2}")),
        delta(0, args("1}")),
        stop(1),
        stop(0),
        ...end("tool_use"),
      ),
    );
    expect(message.content).toMatchObject([
      { callId: "t0", input: { n: 1 } },
      { callId: "t1", input: { n: 2 } },
    ]);
  });

  it("accepts arguments in the first event of a call", async () => {
    const chunks = await chunksOf(
      events(start, block(0, { type: "tool_use", id: "t", name: "n", input: { a: 1 } }), stop(0), ...end("tool_use")),
    );
    expect(chunks.slice(1, 4)).toEqual([
      { type: "call.start", callId: "t", name: "n" },
      { type: "call.delta", callId: "t", text: '{"a":1}' },
      { type: "call.end", callId: "t" },
    ]);
  });

  it("ends calls that the server left open", async () => {
    const left = block(0, { type: "tool_use", id: "t", name: "n", input: {} });
    expect(await chunksOf(events(start, left, ...end("tool_use")))).toContainEqual({ type: "call.end", callId: "t" });
  });

  it("reads a message that was not streamed", async () => {
    const content = [
      { type: "thinking", thinking: "hm", signature: "s" },
      { type: "text", text: "Look:" },
      { type: "tool_use", id: "t", name: "n", input: { a: 1 } },
    ];
    const usage = { input_tokens: 3, output_tokens: 4 };
    const document = { type: "message", role: "assistant", model: "c", content, stop_reason: "tool_use", usage };
    expect(await decode(JSON.stringify(document))).toMatchObject({
      message: {
        content: [
          { type: "reasoning", text: "hm", signature: "s" },
          { type: "text", text: "Look:" },
          { type: "tool-call", callId: "t", name: "n", input: { a: 1 } },
        ],
      },
      usage: { inputTokens: 3, outputTokens: 4 },
      stopReason: "tool-calls",
    });
  });

  it.each([
    ["end_turn", "end"],
    ["stop_sequence", "end"],
    ["max_tokens", "length"],
    ["model_context_window_exceeded", "length"],
    ["pause_turn", "length"],
    ["refusal", "filtered"],
    ["something_new", "end"],
  ])("maps %s to %s", async (reason, stopReason) => {
    expect((await decode(events(start, ...end(reason)))).stopReason).toBe(stopReason);
  });

  it("reports the usage of a truncated or failed reply", async () => {
    const half = [start, block(0, { type: "text", text: "ha" })];
    const error = { type: "error", error: { type: "overloaded_error", message: "full" } };
    for (const sent of [events(...half), events(...half, error)]) {
      const [usage, failure] = (await chunksOf(sent)).slice(-2);
      expect(usage).toMatchObject({ type: "usage", usage: { inputTokens: 5, outputTokens: 1 } });
      expect(failure?.type).toBe("failure");
    }
  });

  it("never runs a call that was truncated before its arguments", async () => {
    const left = block(0, { type: "tool_use", id: "t", name: "n", input: {} });
    const { message } = await decode(events(start, left, delta(0, args("")), ...end("max_tokens")));
    expect(message.content).toMatchObject([{ type: "tool-call", malformed: "" }]);
  });

  it("throws the vendor's error", async () => {
    const error = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };
    await expect(decode(events(start, error))).rejects.toThrow("Overloaded");
    await expect(decode(`event: error\ndata: {"message":"odd"}\n\n`)).rejects.toThrow("odd");
  });

  it("ignores unknown events, and does not count keep-alives", async () => {
    let seen = 0;
    const sent = events(
      { type: "ping" },
      start,
      { type: "ping" },
      { type: "news" },
      block(0, { type: "server_tool_use", id: "s", name: "web" }),
      delta(0, args("{}")),
      delta(0, { type: "citations_delta" }),
      stop(0),
      ...end(),
    );
    const reply = await decode(sent, {
      onEvent: () => {
        seen += 1;
      },
    });
    expect(reply).toMatchObject({ message: { content: [] }, stopReason: "end" });
    expect(seen).toBe(8);
  });

  it.each([
    ["a call that never began", events(start, delta(3, args("{}")), ...end())],
    ["a signature of nothing", events(start, delta(3, { type: "signature_delta", signature: "s" }), ...end())],
    ["no JSON", "data: {nope\n\n"],
    ["a list", "data: [1]\n\n"],
  ])("reports %s as an invalid response", async (_, sent) => {
    await expect(decode(sent)).rejects.toMatchObject({ code: "bad_stream" });
  });

  it("fails only with a `ProviderError`, whatever is sent", async () => {
    const kinds = [
      "message_start",
      "content_block_start",
      "content_block_delta",
      "content_block_stop",
      "message_delta",
    ];
    const event = fc.record(
      {
        type: fc.constantFrom(...kinds, "message_stop", "message", "error"),
        index: fc.oneof(fc.nat({ max: 2 }), fc.jsonValue()),
        content_block: fc.oneof(fc.record({ type: fc.constantFrom("text", "tool_use", "thinking") }), fc.jsonValue()),
        delta: fc.oneof(
          fc.record({ type: fc.constantFrom("text_delta", "input_json_delta"), partial_json: fc.jsonValue() }),
          fc.jsonValue(),
        ),
        message: fc.jsonValue(),
        content: fc.jsonValue(),
        usage: fc.jsonValue(),
      },
      { requiredKeys: ["type"] },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 8 }), async (sent) => {
        const outcome = await decode(events(...sent)).catch((error: unknown) => error);
        expect(outcome instanceof Error ? outcome.name : "a reply").toMatch(/^(ProviderError|a reply)$/);
      }),
    );
  });
});

describe("a reply that is forced as a call", () => {
  const outputTool = "answer";

  it("is the text of the reply", async () => {
    const sent = servedAnthropic.frames({ text: "Here:", calls: [{ name: "answer", arguments: '{"ok": true}' }] });
    expect(await decode(Buffer.concat(sent), { outputTool })).toMatchObject({
      message: { content: [{ type: "text", text: '{"ok": true}' }] },
      stopReason: "end",
    });
  });

  it("may be empty, and counts once", async () => {
    const answer = { name: "answer", arguments: "" };
    const { message } = await decode(Buffer.concat(servedAnthropic.frames({ calls: [answer, answer] })), {
      outputTool,
    });
    expect(message.content).toEqual([{ type: "text", text: "{}" }]);
  });

  it("is the model's text if it did not call", async () => {
    const { message } = await decode(Buffer.concat(servedAnthropic.frames({ text: "I cannot." })), { outputTool });
    expect(message.content).toEqual([{ type: "text", text: "I cannot." }]);
  });
});
