import type { ApiChunk, AssistantMessage } from "@roo-code/types";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MessageBuilder } from "./message-builder.ts";

type StopReason = Extract<ApiChunk, { type: "message.end" }>["stopReason"];

function build(chunks: readonly ApiChunk[], stopReason: StopReason = "end"): AssistantMessage["content"] {
  const builder = new MessageBuilder();
  for (const chunk of chunks) builder.add(chunk);
  builder.add({ type: "message.end", stopReason });
  return builder.final?.message.content ?? [];
}

function call(text: readonly string[], callId = "c1"): ApiChunk[] {
  return [
    { type: "call.start", callId, name: "tool" },
    ...text.map((part): ApiChunk => ({ type: "call.delta", callId, text: part })),
    { type: "call.end", callId },
  ];
}

describe("MessageBuilder", () => {
  it("keeps the order of parts and joins deltas of one part", () => {
    const content = build([
      { type: "reasoning.delta", text: "Hm" },
      { type: "reasoning.delta", text: "m.", signature: "signed-1" },
      { type: "reasoning.delta", text: "And." },
      { type: "text.delta", text: "Be" },
      { type: "text.delta", text: "fore" },
      ...call(["{}"]),
      { type: "text.delta", text: "After" },
    ]);
    expect(content).toEqual([
      { type: "reasoning", text: "Hmm.", signature: "signed-1" },
      { type: "reasoning", text: "And." },
      { type: "text", text: "Before" },
      { type: "tool-call", callId: "c1", name: "tool", input: {} },
      { type: "text", text: "After" },
    ]);
  });

  it("ignores empty deltas", () => {
    expect(
      build([
        { type: "text.delta", text: "" },
        { type: "reasoning.delta", text: "" },
      ]),
    ).toEqual([]);
  });

  it("separates interleaved calls", () => {
    const content = build([
      { type: "call.start", callId: "a", name: "first" },
      { type: "call.start", callId: "b", name: "second" },
      { type: "call.delta", callId: "b", text: '{"n":' },
      { type: "call.delta", callId: "a", text: '{"n":1}' },
      { type: "call.delta", callId: "b", text: "2}" },
      { type: "call.end", callId: "b" },
      { type: "call.end", callId: "a" },
    ]);
    expect(content).toMatchObject([
      { name: "first", input: { n: 1 } },
      { name: "second", input: { n: 2 } },
    ]);
  });

  it.each([[""], ["  \n"], ["null"]])("treats %j as a call without arguments", (text) => {
    expect(build(call([text]))).toEqual([{ type: "tool-call", callId: "c1", name: "tool", input: {} }]);
  });

  it.each([['{"path": "a'], ["[1]"], ['"text"'], ["7"], ["<xml/>"]])("keeps %j as malformed", (text) => {
    expect(build(call([text]))).toEqual([
      { type: "tool-call", callId: "c1", name: "tool", input: {}, malformed: text },
    ]);
  });

  it("does not treat a truncated call as one without arguments", () => {
    expect(build(call([]), "length")).toMatchObject([{ malformed: "" }]);
    expect(build(call(["{}"]), "length")).not.toMatchObject([{ malformed: "" }]);
  });

  it("gives the same input however the arguments are split", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.nat()), (input, cuts) => {
        const text = JSON.stringify(input);
        const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
        const pieces = places.slice(1).map((end, index) => text.slice(places[index], end));
        expect(build(call(pieces))).toEqual([
          { type: "tool-call", callId: "c1", name: "tool", input: JSON.parse(text) },
        ]);
      }),
    );
  });

  it("cannot be used for prototype pollution", () => {
    const [part] = build(call(['{"__proto__":{"polluted":true},"constructor":1}']));
    expect(part).toMatchObject({ type: "tool-call" });
    expect(Object.hasOwn({}, "polluted") || "polluted" in {}).toBe(false);
  });

  it.each([
    [190, false],
    [100_000, true],
  ])("treats arguments nested %i deep as malformed: %s", (depth, isMalformed) => {
    const text = `{"a":${"[".repeat(depth)}${"]".repeat(depth)}}`;
    const [part] = build([
      { type: "call.start", callId: "c", name: "read_file" },
      { type: "call.delta", callId: "c", text },
      { type: "call.end", callId: "c" },
    ]);
    expect(part?.type === "tool-call" && part.malformed !== undefined).toBe(isMalformed);
  });

  it("rejects a delta of a call that never started", () => {
    expect(() => build([{ type: "call.delta", callId: "ghost", text: "{}" }])).toThrow(/never started/);
  });

  it("rejects an endless reply", () => {
    const builder = new MessageBuilder();
    const megabyte = "x".repeat(1024 * 1024);
    const fill = () => {
      for (let count = 0; count < 64; count += 1) builder.add({ type: "text.delta", text: megabyte });
    };
    expect(fill).toThrow(/exceeds/);
  });
});
