import { encodeEvents } from "@roo-code/testkit/chat-reply";
import type { ApiChunk } from "@roo-code/types";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Decoding, decodeReply, streamReply } from "../../../test/decode-reply.ts";
import { decodeGeminiStream } from "./gemini-stream.ts";

const decode = (sent: string, decoding?: Decoding) => decodeReply(decodeGeminiStream, sent, decoding);
const said = (parts: unknown, more: object = {}) => ({ candidates: [{ content: { role: "model", parts }, ...more }] });
const stop = (finishReason = "STOP", more: object = {}) => said([], { finishReason, ...more });
const contentOf = async (...parts: object[]) => (await decode(encodeEvents([said(parts), stop()]))).message.content;
const signature = (text: string) => ({ type: "reasoning", text: "", signature: text, origin: "gemini" });

describe("decodeGeminiStream", () => {
  it("keeps each signature with the part it came with", async () => {
    const call = { functionCall: { name: "t", args: {} } };
    const called = { type: "tool-call", callId: "call_0_0", name: "t", input: {} };
    expect(await contentOf({ text: "a" }, { ...call, thoughtSignature: "s" })).toEqual([
      { type: "text", text: "a" },
      signature("s"),
      called,
    ]);
    expect(await contentOf({ text: "a" }, { text: "b", thoughtSignature: "s" })).toEqual([
      { type: "text", text: "a" },
      signature("s"),
      { type: "text", text: "b" },
    ]);
    expect(await contentOf({ text: "a" }, { text: "", thoughtSignature: "s" })).toEqual([
      { type: "text", text: "a" },
      signature("s"),
    ]);
    expect(await contentOf({ text: "hm", thought: true, thoughtSignature: "s" }, call)).toEqual([
      { type: "reasoning", text: "hm", signature: "s", origin: "gemini-thought" },
      called,
    ]);
  });

  it("reads images, and ignores unknown parts", async () => {
    const image = { inlineData: { mimeType: "image/png", data: "QUJD" } };
    const sound = { inlineData: { mimeType: "audio/wav", data: "QUJD" } };
    const draft = { ...image, thought: true };
    expect(await contentOf(draft, image, sound, { executableCode: { code: "1" } })).toEqual([
      { type: "image", mediaType: "image/png", data: "QUJD" },
    ]);
  });

  it("reports the usage of a partial reply", async () => {
    const half = { ...said([{ text: "ha" }]), usageMetadata: { promptTokenCount: 7, candidatesTokenCount: 1 } };
    const chunks: ApiChunk[] = [];
    for await (const chunk of streamReply(decodeGeminiStream, encodeEvents([half]))) chunks.push(chunk);
    expect(chunks.slice(-2)).toMatchObject([
      { type: "usage", usage: { inputTokens: 7, outputTokens: 1 } },
      { type: "failure", error: { code: "stream_cut" } },
    ]);
  });

  it("restores the name of the offered tool", async () => {
    const tools = [{ name: "mcp/ü read", description: "", inputSchema: {} }];
    const sent = encodeEvents([said([{ functionCall: { name: "mcp___read" } }]), stop()]);
    expect((await decode(sent, { request: { tools } })).message.content).toEqual([
      { type: "tool-call", callId: "call_0_0", name: "mcp/ü read", input: {} },
    ]);
  });

  it.each([
    ["STOP", "end"],
    ["MAX_TOKENS", "length"],
    ["SAFETY", "filtered"],
    ["RECITATION", "filtered"],
    ["PROHIBITED_CONTENT", "filtered"],
    ["SPII", "filtered"],
    ["IMAGE_SAFETY", "filtered"],
    ["OTHER", "end"],
  ])("ends with %s as %s", async (finishReason, stopReason) => {
    expect((await decode(encodeEvents([said([{ text: "a" }]), stop(finishReason)]))).stopReason).toBe(stopReason);
  });

  it("is filtered when the prompt was blocked", async () => {
    const sent = encodeEvents([{ promptFeedback: { blockReason: "SAFETY" }, usageMetadata: { promptTokenCount: 4 } }]);
    expect(await decode(sent)).toMatchObject({ stopReason: "filtered", usage: { inputTokens: 4 } });
  });

  it.each(["MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL"])("may be retried after %s", async (reason) => {
    const sent = encodeEvents([said([{ text: "a" }]), stop(reason, { finishMessage: "call:print(" })]);
    await expect(decode(sent)).rejects.toMatchObject({
      code: "bad_stream",
      isTransient: true,
      message: expect.stringContaining(`(${reason}): call:print(`),
    });
  });

  it("fails with an error in the stream, unless the reply was complete", async () => {
    const error = { error: { code: 503, message: "busy" } };
    await expect(decode(encodeEvents([said([{ text: "a" }]), error]))).rejects.toMatchObject({ code: "server_error" });
    expect((await decode(encodeEvents([said([{ text: "a" }]), stop(), error]))).stopReason).toBe("end");
    expect((await decode(`${encodeEvents([stop()])}data: {"half`)).stopReason).toBe("end");
  });

  it("counts tool prompts and thoughts once", async () => {
    const usageMetadata = {
      promptTokenCount: 10,
      toolUsePromptTokenCount: 5,
      candidatesTokenCount: 3,
      thoughtsTokenCount: 4,
    };
    const first = { ...said([{ text: "a" }]), usageMetadata: { promptTokenCount: 10 } };
    const sent = encodeEvents([first, { ...stop(), usageMetadata }]);
    expect((await decode(sent)).usage).toMatchObject({ inputTokens: 15, outputTokens: 7, reasoningTokens: 4 });
  });

  it("does not repeat a repeated last event", async () => {
    const last = said([{ text: "once" }], { finishReason: "STOP" });
    expect((await decode(encodeEvents([last, last]))).message.content).toEqual([{ type: "text", text: "once" }]);
  });

  it("accepts a reply as one document", async () => {
    const document = JSON.stringify(said([{ text: "all" }], { finishReason: "STOP" }));
    expect((await decode(document)).message.content).toEqual([{ type: "text", text: "all" }]);
  });

  it("survives any event", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.constantFrom("candidates", "usageMetadata", "promptFeedback", "modelVersion"), fc.jsonValue()),
        fc.jsonValue(),
        fc.jsonValue(),
        async (event, parts, part) => {
          const events = [event, said(parts), said([part, { functionCall: part }, { inlineData: part }]), stop()];
          expect(await decode(encodeEvents(events))).toHaveProperty("stopReason");
        },
      ),
    );
  });
});
