import { encodeEvents } from "@roo-code/testkit/chat-reply";
import { servedOpenAiResponses } from "@roo-code/testkit/wire/openai-responses";
import type { WireReply } from "@roo-code/testkit/wire/served-format";
import { type FinalMessage, ProviderError } from "@roo-code/types";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Decoding, decodeReply } from "../../../test/decode-reply.ts";
import { decodeResponses } from "./responses-stream.ts";

const decode = (sent: string | Buffer, decoding?: Decoding) => decodeReply(decodeResponses, sent, decoding);
const completed = (response: object = {}) => ({
  type: "response.completed",
  response: { status: "completed", ...response },
});
const contentOf = async (events: readonly object[]) => (await decode(encodeEvents(events))).message.content;
const served = (reply: WireReply) => Buffer.concat(servedOpenAiResponses.frames(reply));

const everything: WireReply = {
  reasoning: "Überlegung: naïve 😀, and more of it",
  signature: "ZW5jcnlwdGVk",
  text: "I will read 日本.txt and 😀.txt now.",
  image: { mediaType: "image/webp", data: "QUJD" },
  calls: [
    { id: "call_a", name: "read_file", arguments: '{"path":"日本.txt"}' },
    { id: "call_b", name: "read_file", arguments: '{"path":"😀.txt","note":"\\u00e9\\n"}' },
  ],
  usage: { input: 120, output: 30, cacheRead: 100, reasoning: 12 },
};

const whole: FinalMessage = {
  message: {
    role: "assistant",
    content: [
      {
        type: "reasoning",
        text: "Überlegung: naïve 😀, and more of it",
        signature: JSON.stringify({
          id: "rs_served",
          summary: [{ type: "summary_text", text: "Überlegung: naïve 😀, and more of it" }],
          encrypted_content: "ZW5jcnlwdGVk",
        }),
        origin: "openai-responses",
      },
      { type: "text", text: "I will read 日本.txt and 😀.txt now." },
      { type: "image", mediaType: "image/webp", data: "QUJD" },
      { type: "tool-call", callId: "call_a", name: "read_file", input: { path: "日本.txt" } },
      { type: "tool-call", callId: "call_b", name: "read_file", input: { path: "😀.txt", note: "é\n" } },
    ],
  },
  usage: {
    inputTokens: 120,
    outputTokens: 30,
    reasoningTokens: 12,
    cacheReadTokens: 100,
    cacheWriteTokens: 0,
    costUsd: null,
  },
  stopReason: "tool-calls",
};

describe("decodeResponses", () => {
  const frames = servedOpenAiResponses.frames(everything);

  it("reads everything in a reply", async () => {
    expect(await decode(Buffer.concat(frames))).toEqual(whole);
  });

  it("does not treat the marker as the end of an incomplete reply", async () => {
    const unfinished = Buffer.concat([...frames.slice(0, -1), Buffer.from("data: [DONE]\n\n")]);
    await expect(decode(unfinished)).rejects.toMatchObject({ code: "stream_cut" });
  });

  it("takes text missing in deltas from complete items, without repetition", async () => {
    const isNeeded = (frame: Uint8Array) => /response\.(created|completed)"/.test(Buffer.from(frame).toString());
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { minLength: frames.length, maxLength: frames.length }), async (kept) => {
        const some = frames.filter((frame, index) => isNeeded(frame) || !isTextDelta(frame) || kept[index]);
        const final = await decode(Buffer.concat(some));
        expect(lengths(final)).toEqual(lengths(whole));
      }),
      { numRuns: 50 },
    );
    expect(await decode(Buffer.concat(frames.filter(isNeeded)))).toEqual(whole);
    const withoutDeltas = frames.filter((frame) => !Buffer.from(frame).toString().includes(".delta"));
    expect(await decode(Buffer.concat(withoutDeltas))).toEqual(whole);
  });

  it("accepts a document from a server that does not stream", async () => {
    const output = [
      { type: "message", content: [{ type: "output_text", text: "done" }] },
      { type: "function_call", call_id: "c", name: "t", arguments: '{"a":1}' },
    ];
    const document = { object: "response", status: "completed", model: "m", output, error: null };
    expect((await decode(JSON.stringify(document))).message.content).toEqual([
      { type: "text", text: "done" },
      { type: "tool-call", callId: "c", name: "t", input: { a: 1 } },
    ]);
    await expect(decode(JSON.stringify({ ...document, status: "in_progress" }))).rejects.toMatchObject({
      code: "stream_cut",
    });
  });

  it("separates calls whose deltas are interleaved or early", async () => {
    const delta = (output_index: number, text: string) => ({
      type: "response.function_call_arguments.delta",
      output_index,
      delta: text,
    });
    const added = (output_index: number, name: string) => ({
      type: "response.output_item.added",
      output_index,
      item: { type: "function_call", call_id: name, name, arguments: "" },
    });
    const events = [added(0, "a"), delta(1, '{"x"'), delta(0, '{"y"'), added(1, "b"), delta(1, ":1}"), delta(0, ":2}")];
    expect(await contentOf([...events, completed()])).toEqual([
      { type: "tool-call", callId: "a", name: "a", input: { y: 2 } },
      { type: "tool-call", callId: "b", name: "b", input: { x: 1 } },
    ]);
  });

  it("recognises items whose ids change", async () => {
    const item = { type: "message", content: [{ type: "output_text", text: "once" }] };
    expect(
      await contentOf([
        { type: "response.output_item.added", output_index: 0, item: { type: "message", id: "one", content: [] } },
        { type: "response.output_text.delta", output_index: 0, item_id: "two", content_index: 0, delta: "once" },
        { type: "response.output_item.done", output_index: 0, item: { ...item, id: "three" } },
        completed({ output: [{ ...item, id: "four" }] }),
      ]),
    ).toEqual([{ type: "text", text: "once" }]);
  });

  it("separates the parts of a summary, and consecutive messages", async () => {
    const summary = (summary_index: number, delta: string) => ({
      type: "response.reasoning_summary_text.delta",
      item_id: "r",
      output_index: 0,
      summary_index,
      delta,
    });
    const says = (output_index: number, delta: string) => ({
      type: "response.output_text.delta",
      output_index,
      content_index: 0,
      delta,
    });
    const events = [summary(0, "fir"), summary(0, "st"), summary(1, "second"), says(1, "I look."), says(2, "Done.")];
    expect(await contentOf([...events, completed()])).toEqual([
      { type: "reasoning", text: "first\n\nsecond" },
      { type: "text", text: "I look.\n\nDone." },
    ]);
  });

  it("reads refusals and visible reasoning", async () => {
    expect(
      await contentOf([
        { type: "response.reasoning_text.delta", output_index: 0, content_index: 0, delta: "hm" },
        { type: "response.refusal.delta", output_index: 1, content_index: 0, delta: "I can" },
        { type: "response.refusal.done", output_index: 1, content_index: 0, refusal: "I cannot." },
        completed(),
      ]),
    ).toEqual([
      { type: "reasoning", text: "hm" },
      { type: "text", text: "I cannot." },
    ]);
  });

  it("signs encrypted reasoning, and no other", async () => {
    const item = { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "xyz" };
    expect(await contentOf([{ type: "response.output_item.done", output_index: 0, item }, completed()])).toEqual([
      {
        type: "reasoning",
        text: "",
        signature: '{"id":"rs_1","summary":[],"encrypted_content":"xyz"}',
        origin: "openai-responses",
      },
    ]);
    const open = { type: "reasoning", id: "rs_1", summary: [{ type: "summary_text", text: "hm" }] };
    expect(await contentOf([completed({ output: [open] })])).toEqual([{ type: "reasoning", text: "hm" }]);
  });

  it.each([
    [{}, "end"],
    [{ calls: [{ name: "t", arguments: "{}" }] }, "tool-calls"],
    [{ stop: "length" as const, calls: [{ name: "t", arguments: '{"a":' }] }, "length"],
    [{ stop: "filtered" as const, text: "par" }, "filtered"],
  ])("reads the end of %j as %s", async (reply, expected) => {
    expect((await decode(served(reply))).stopReason).toBe(expected);
  });

  it("marks a truncated call", async () => {
    const { message } = await decode(served({ stop: "length", calls: [{ id: "c", name: "t", arguments: '{"a":' }] }));
    expect(message.content).toEqual([{ type: "tool-call", callId: "c", name: "t", input: {}, malformed: '{"a":' }]);
  });

  it.each([
    ["an error event", { type: "error", code: "server_error", message: "boom", param: null }],
    ["a failed response", { type: "response.failed", response: { status: "failed", error: { message: "boom" } } }],
    ["an error without a type", { error: { message: "boom" } }],
    ["a failed document", { object: "response", status: "failed", error: { message: "boom" }, output: [] }],
  ])("throws %s", async (_, event) => {
    await expect(decode(encodeEvents([{ type: "response.created", response: {} }, event]))).rejects.toThrow(/boom/);
  });

  it("reports a rejected prompt as permanent", async () => {
    const error = { code: "invalid_prompt", message: "no" };
    const event = { type: "response.failed", response: { status: "failed", error } };
    await expect(decode(encodeEvents([event]))).rejects.toThrow(/invalid_request_error/);
  });

  it("ignores keep-alives and unknown events", async () => {
    const events = [
      { type: "keepalive", sequence_number: 1 },
      { type: "response.unheard_of.delta", delta: "x" },
      { type: "response.output_item.added", output_index: 0, item: { type: "web_search_call", id: "ws" } },
      { type: "response.output_item.done", output_index: 0, item: { type: "web_search_call", id: "ws" } },
      { type: "response.output_item.added", output_index: 1, item: null },
      { type: "response.output_text.delta", output_index: 2, delta: 7 },
      { type: 5 },
      completed({ output: "none", usage: "much" }),
    ];
    let heard = 0;
    const onEvent = () => {
      heard += 1;
    };
    expect((await decode(encodeEvents(events), { onEvent })).message.content).toEqual([]);
    expect(heard).toBe(7);
  });

  it("never throws anything but a ProviderError", async () => {
    const types = [
      "response.output_item.added",
      "response.output_item.done",
      "response.output_text.delta",
      "response.function_call_arguments.done",
      "response.reasoning_summary_text.done",
      "response.completed",
      "response.failed",
      "error",
    ];
    const item = fc.record({ type: fc.constantFrom("message", "reasoning", "function_call"), content: fc.jsonValue() });
    const event = fc.record({
      type: fc.constantFrom(...types),
      output_index: fc.jsonValue(),
      item: fc.oneof(item, fc.jsonValue()),
      response: fc.oneof(fc.record({ output: fc.array(item) }), fc.jsonValue()),
      delta: fc.jsonValue(),
      arguments: fc.jsonValue(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(event), async (events) => {
        const outcome: unknown = await decode(encodeEvents(events)).catch((error: unknown) => error);
        expect(outcome instanceof Error && !(outcome instanceof ProviderError)).toBe(false);
      }),
    );
  });
});

function isTextDelta(frame: Uint8Array): boolean {
  return /response\.\w+\.delta"/.test(Buffer.from(frame).toString());
}

function lengths({ message }: FinalMessage): unknown[] {
  return message.content.map((part) => ("text" in part ? [part.type, part.text.length] : part.type));
}
