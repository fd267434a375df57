import { servedBedrock } from "@roo-code/testkit/wire/bedrock";
import { eventStreamFrame } from "@roo-code/testkit/wire/event-stream-frame";
import type { WireReply } from "@roo-code/testkit/wire/served-format";
import { ProviderError } from "@roo-code/types";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeReply } from "../../../test/decode-reply.ts";
import { decodeBedrockStream } from "./bedrock-stream.ts";

const decode = (sent: Buffer) => decodeReply(decodeBedrockStream, sent);
const reply = (fields: WireReply) => Buffer.concat(servedBedrock.frames(fields));
const event = (type: string, payload: unknown) =>
  eventStreamFrame({ ":message-type": "event", ":event-type": type }, JSON.stringify(payload));
const stop = event("messageStop", { stopReason: "end_turn" });
const contentOf = async (...frames: Buffer[]) => (await decode(Buffer.concat(frames))).message.content;

describe("decodeBedrockStream", () => {
  it("notices every damaged byte before the stop reason", async () => {
    const recorded = reply({ text: "I read 日本.txt now.", calls: [{ name: "t", arguments: '{"path":"日本.txt"}' }] });
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

  it("separates redacted reasoning from reasoning without text", async () => {
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

  it("assembles images", async () => {
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
  ])("maps %s to %s", async (stopReason, meant) => {
    expect((await decode(event("messageStop", { stopReason }))).stopReason).toBe(meant);
  });

  it("ignores unknown events", async () => {
    const text = event("contentBlockDelta", { contentBlockIndex: 0, delta: { text: "hi" } });
    expect(await contentOf(event("initial-response", {}), event("novelty", { a: 1 }), text, stop)).toEqual([
      { type: "text", text: "hi" },
    ]);
  });

  it("treats a reply with a stop reason as complete, whatever follows", async () => {
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

  it("fails with an exception's own message", async () => {
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
