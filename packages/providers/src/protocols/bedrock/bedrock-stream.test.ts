import { eventStreamFrame, modelRequest, servedBedrock, type WireReply } from "@roo-code/testkit";
import { type FinalMessage, ProviderError } from "@roo-code/types";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createApiStream } from "../../api-stream.ts";
import { CallIds } from "../../call-ids.ts";
import { quoterFor } from "../../quote.ts";
import { decodeBedrockStream } from "./bedrock-stream.ts";

async function* cut(bytes: Buffer, places: readonly number[]): AsyncGenerator<Uint8Array> {
  const sorted = [0, ...places.toSorted((a, b) => a - b), bytes.length];
  for (const [index, end] of sorted.slice(1).entries()) yield bytes.subarray(sorted[index], end);
}

function decode(sent: Buffer, places: readonly number[] = []): Promise<FinalMessage> {
  const request = modelRequest();
  const stream = createApiStream(request.signal, () =>
    decodeBedrockStream(cut(sent, places), {
      ids: new CallIds(request),
      maxBytes: 1_000_000,
      quote: quoterFor(undefined),
      onEvent: () => {},
      toError: (body) => new ProviderError({ code: "server_error", message: JSON.stringify(body) }),
    }),
  );
  return stream.getFinalMessage();
}

const reply = (fields: WireReply) => Buffer.concat(servedBedrock.frames(fields));
const event = (type: string, payload: unknown) =>
  eventStreamFrame({ ":message-type": "event", ":event-type": type }, JSON.stringify(payload));
const stop = event("messageStop", { stopReason: "end_turn" });
const contentOf = async (...frames: Buffer[]) => (await decode(Buffer.concat(frames))).message.content;

const recorded = reply({
  reasoning: "Überlegung 😀",
  signature: "c2lnbmF0dXJl",
  text: "I read 日本.txt now.",
  calls: [
    { id: "tooluse_a", name: "read_file", arguments: '{"path":"日本.txt"}' },
    { id: "tooluse_b", name: "list_files", arguments: "" },
  ],
  usage: { input: 120, output: 30, cacheRead: 100, cacheWrite: 15 },
});
const whole: FinalMessage = {
  message: {
    role: "assistant",
    content: [
      { type: "reasoning", text: "Überlegung 😀", signature: "c2lnbmF0dXJl", origin: "bedrock" },
      { type: "text", text: "I read 日本.txt now." },
      { type: "tool-call", callId: "tooluse_a", name: "read_file", input: { path: "日本.txt" } },
      { type: "tool-call", callId: "tooluse_b", name: "list_files", input: {} },
    ],
  },
  usage: { inputTokens: 120, outputTokens: 30, cacheReadTokens: 100, cacheWriteTokens: 15, costUsd: null },
  stopReason: "tool-calls",
};

describe("decodeBedrockStream", () => {
  it("gives the same message however the bytes are cut", async () => {
    const everywhere = Array.from({ length: recorded.length }, (_, index) => index);
    expect(await decode(recorded)).toEqual(whole);
    expect(await decode(recorded, everywhere)).toEqual(whole);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: recorded.length }), { maxLength: 40 }), async (places) => {
        expect(await decode(recorded, places)).toEqual(whole);
      }),
    );
  });

  it("never takes a reply that ends early for a whole one", async () => {
    const complete = recorded.lastIndexOf("metadata") - 60;
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: complete - 60 }), async (length) => {
        await expect(decode(recorded.subarray(0, length))).rejects.toMatchObject({ code: "stream_cut" });
      }),
    );
  });

  it("notices every damaged byte before the stop reason", async () => {
    const last = recorded.lastIndexOf("messageStop");
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: last }), fc.integer({ min: 1, max: 255 }), async (place, change) => {
        const damaged = Buffer.from(recorded);
        damaged[place] = (damaged[place] ?? 0) ^ change;
        await expect(decode(damaged)).rejects.toMatchObject({ code: "bad_stream" });
      }),
    );
  });

  it("never fails with anything but a ProviderError", async () => {
    const value = fc.oneof(fc.jsonValue(), fc.constant({ toolUse: { input: 3 } }), fc.constant({ toolUse: null }));
    const types = [
      "messageStart",
      "contentBlockStart",
      "contentBlockDelta",
      "contentBlockStop",
      "messageStop",
      "metadata",
    ];
    const frame = fc.tuple(
      fc.constantFrom(...types),
      fc.record({ contentBlockIndex: value, start: value, delta: value, usage: value }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(frame, { maxLength: 6 }), async (frames) => {
        const bytes = Buffer.concat([...frames.map(([type, payload]) => event(type, payload)), stop]);
        const outcome = await decode(bytes).catch((error: unknown) => error);
        expect(outcome instanceof ProviderError || !(outcome instanceof Error)).toBe(true);
      }),
    );
  });

  it("keeps redacted thought, and thought without words, apart", async () => {
    const delta = (contentBlockIndex: number, reasoningContent: object) =>
      event("contentBlockDelta", { contentBlockIndex, delta: { reasoningContent } });
    const frames = [
      delta(0, { redactedContent: "ZW5jcnlwdGVk" }),
      delta(1, { signature: "c2ln" }),
      delta(1, { signature: "bmVk" }),
      event("contentBlockStop", { contentBlockIndex: 1 }),
    ];
    expect(await contentOf(...frames, stop)).toEqual([
      { type: "reasoning", text: "", signature: "redacted:ZW5jcnlwdGVk", origin: "bedrock" },
      { type: "reasoning", text: "", signature: "c2lnbmVk", origin: "bedrock" },
    ]);
  });

  it("puts images together", async () => {
    const image = { mediaType: "image/png", data: "aW1hZ2U=" };
    expect((await decode(reply({ image }))).message.content).toEqual([{ type: "image", ...image }]);
  });

  it.each([
    ["end_turn", "end"],
    ["stop_sequence", "end"],
    ["max_tokens", "length"],
    ["model_context_window_exceeded", "length"],
    ["content_filtered", "filtered"],
    ["guardrail_intervened", "filtered"],
    ["something_new", "end"],
  ])("knows that %s means %s", async (stopReason, meant) => {
    expect((await decode(event("messageStop", { stopReason }))).stopReason).toBe(meant);
  });

  it("ignores events it does not know", async () => {
    const text = event("contentBlockDelta", { contentBlockIndex: 0, delta: { text: "hi" } });
    expect(await contentOf(event("initial-response", {}), event("novelty", { a: 1 }), text, stop)).toEqual([
      { type: "text", text: "hi" },
    ]);
  });

  it("takes a reply with a stop reason for whole, whatever comes after", async () => {
    for (const after of [Buffer.from("garbage garbage garbage"), event("metadata", [])]) {
      expect((await decode(Buffer.concat([stop, after]))).stopReason).toBe("end");
    }
  });

  it.each([
    ["no frames", Buffer.from("<html>not found</html>")],
    ["a payload that is no object", event("messageStart", [])],
    [
      "a call that never began",
      event("contentBlockDelta", { contentBlockIndex: 3, delta: { toolUse: { input: "{" } } }),
    ],
  ])("fails on %s", async (_, bytes) => {
    await expect(decode(bytes)).rejects.toMatchObject({ code: "bad_stream" });
  });

  it("fails with an exception's own words", async () => {
    const exception = eventStreamFrame(
      { ":message-type": "exception", ":exception-type": "throttlingException" },
      '{"message":"slow down"}',
    );
    await expect(decode(exception)).rejects.toThrow(
      '{"code":"throttlingException","message":"slow down","status":429}',
    );
    const error = eventStreamFrame(
      { ":message-type": "error", ":error-code": "InternalFailure", ":error-message": "oh" },
      "",
    );
    await expect(decode(error)).rejects.toThrow('{"code":"InternalFailure","message":"oh","status":500}');
  });
});
