import { chatEvents, encodeEvents } from "@roo-code/testkit/chat-reply";
import type { FinalMessage } from "@roo-code/types";
import { describe, expect, it } from "vitest";
import { decodeReply } from "../../../test/decode-reply.ts";
import { decodeChatStream } from "./chat-stream.ts";

const decode = (sent: string) => decodeReply(decodeChatStream, sent);
const delta = (fields: object, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta: fields, finish_reason }],
});
const textIn = ({ message }: FinalMessage) =>
  message.content.map((part) => ("text" in part ? part.text : part.type === "image" ? part.data : part.name));

describe("decodeChatStream", () => {
  it("treats a reply with a finish reason as complete, whatever is missing after it", async () => {
    const recorded = chatEvents({ text: "So:", calls: [{ name: "t", arguments: '{"path":"日本.txt"}' }] });
    const end = recorded.indexOf("\n\n", recorded.indexOf('"finish_reason":"tool_calls"'));
    expect((await decode(recorded.slice(0, end))).message.content).toEqual([
      { type: "text", text: "So:" },
      { type: "tool-call", callId: "call_0", name: "t", input: { path: "日本.txt" } },
    ]);
  });

  it("accepts a document from a server that does not stream", async () => {
    const message = {
      role: "assistant",
      content: "done",
      reasoning: "hm",
      tool_calls: [{ id: "x", type: "function", function: { name: "t", arguments: '{"a":1}' } }],
    };
    const usage = { prompt_tokens: 1, completion_tokens: 2 };
    expect(await decode(JSON.stringify({ choices: [{ message, finish_reason: "tool_calls" }], usage }))).toEqual({
      message: {
        role: "assistant",
        content: [
          { type: "reasoning", text: "hm" },
          { type: "text", text: "done" },
          { type: "tool-call", callId: "x", name: "t", input: { a: 1 } },
        ],
      },
      usage: { inputTokens: 1, outputTokens: 2, cacheReadTokens: 0, cacheWriteTokens: 0, costUsd: null },
      stopReason: "tool-calls",
    });
  });

  it("does not repeat the content of a repeated last event, and counts usage once", async () => {
    const last = { ...delta({ content: " end" }, "stop"), usage: { prompt_tokens: 3, completion_tokens: 1 } };
    const final = await decode(`${encodeEvents([delta({ content: "the" }), last, last])}data: [DONE]\n\n`);
    expect(textIn(final)).toEqual(["the end"]);
    expect(final.usage).toMatchObject({ inputTokens: 3, outputTokens: 1 });
  });

  it("ignores keep-alives, other choices and events without choices", async () => {
    const events = [
      { choices: [], prompt_filter_results: [] },
      { choices: [{ index: 1, delta: { content: "other" } }] },
      delta({ role: "assistant", content: null }),
      delta({ content: "mine" }, "stop"),
    ];
    expect(textIn(await decode(`: PROCESSING\n\n${encodeEvents(events)}: PROCESSING\n\n`))).toEqual(["mine"]);
  });

  it("reads reasoning, refusals and content in parts", async () => {
    const events = [
      delta({ reasoning: "a" }),
      delta({ reasoning_content: "b" }),
      delta({ content: [{ type: "thinking", thinking: [{ type: "text", text: "c" }] }] }),
      delta({ content: [{ type: "text", text: "said" }] }),
      delta({ refusal: " no" }, "stop"),
    ];
    expect((await decode(encodeEvents(events))).message.content).toEqual([
      { type: "reasoning", text: "abc" },
      { type: "text", text: "said no" },
    ]);
  });

  it("keeps signed and encrypted reasoning in its part", async () => {
    const detail = (fields: object) => ({ reasoning_details: [{ index: 0, ...fields }] });
    const events = [
      delta({ reasoning: "so ", ...detail({ type: "reasoning.text", text: "so " }) }),
      delta(detail({ type: "reasoning.text", text: "be it", signature: null })),
      delta({ content: "", ...detail({ type: "reasoning.text", signature: "sig" }) }),
      delta({ content: "done" }),
      delta({ reasoning_details: [{ type: "reasoning.encrypted", data: "xyz", index: 1 }] }, "stop"),
    ];
    expect((await decode(encodeEvents(events))).message.content).toEqual([
      {
        type: "reasoning",
        text: "so be it",
        signature: '[{"index":0,"type":"reasoning.text","text":"so be it","signature":"sig"}]',
        origin: "openai-chat",
      },
      { type: "text", text: "done" },
      {
        type: "reasoning",
        text: "",
        signature: '[{"type":"reasoning.encrypted","data":"xyz","index":1}]',
        origin: "openai-chat",
      },
    ]);
  });

  it("reads inline images, and no image URLs", async () => {
    const images = ["data:image/png;base64,QUJD", "https://elsewhere/a.png", "data:text/html;base64,QUJD"].map(
      (url) => ({
        type: "image_url",
        image_url: { url },
      }),
    );
    expect((await decode(encodeEvents([delta({ images }, "stop")]))).message.content).toEqual([
      { type: "image", mediaType: "image/png", data: "QUJD" },
    ]);
  });

  it("reads tagged reasoning at the beginning, before text and calls", async () => {
    const call = { tool_calls: [{ index: 0, id: "a", function: { name: "t", arguments: "{}" } }] };
    const events = [delta({ content: "<thi" }), delta({ content: "nk>hm</think>" }), delta({ content: "\n\nSo:" })];
    expect(textIn(await decode(encodeEvents([...events, delta(call, "stop")])))).toEqual(["hm", "So:", "t"]);
    const held = [delta({ content: "<th" }), delta(call, "stop")];
    expect(textIn(await decode(encodeEvents(held)))).toEqual(["<th", "t"]);
  });

  it.each([
    ["stop", false, "end"],
    ["stop", true, "tool-calls"],
    ["tool_calls", false, "end"],
    ["tool_calls", true, "tool-calls"],
    ["function_call", true, "tool-calls"],
    ["length", true, "length"],
    ["max_tokens", false, "length"],
    ["content_filter", false, "filtered"],
    ["eos", false, "end"],
  ])("reads finish reason %s (calls: %s) as %s", async (reason, hasCalls, expected) => {
    const calls = hasCalls ? { tool_calls: [{ index: 0, id: "a", function: { name: "t", arguments: "{}" } }] } : {};
    expect((await decode(encodeEvents([delta(calls, reason)]))).stopReason).toBe(expected);
  });

  it("treats the final marker as an end, even of an empty reply", async () => {
    expect(await decode("data: [DONE]\n\n")).toMatchObject({ message: { content: [] }, stopReason: "end" });
    expect(textIn(await decode(`${encodeEvents([delta({ content: "hi" })])}data: [DONE]\n\n`))).toEqual(["hi"]);
  });

  it.each([
    ["an error object", { error: { message: "boom" } }],
    ["an error text", { error: "boom" }],
    ["an object called error", { object: "error", message: "boom" }],
    ["a finish reason error", { choices: [{ delta: {}, finish_reason: "error" }], note: "boom" }],
  ])("throws %s within the stream", async (_, event) => {
    await expect(decode(encodeEvents([delta({ content: "par" }), event]))).rejects.toThrow(/boom/);
  });

  it("throws an event named error", async () => {
    await expect(decode('event: error\ndata: {"message":"boom"}\n\n')).rejects.toThrow(/boom/);
  });

  it.each([
    [
      { prompt_tokens: 10, prompt_cache_hit_tokens: 4 },
      { inputTokens: 10, cacheReadTokens: 4 },
    ],
    [{ prompt_tokens_details: { cache_write_tokens: 6 } }, { cacheWriteTokens: 6 }],
    [
      { prompt_tokens: -1, completion_tokens: "many", cost: null },
      { inputTokens: 0, outputTokens: 0, costUsd: null },
    ],
    [{ cost: 0 }, { costUsd: 0 }],
    [{ cost: 1, is_byok: true, cost_details: { upstream_inference_cost: 2 } }, { costUsd: 3 }],
    [
      { prompt_tokens: 5, completion_tokens: 9, total_tokens: 14, completion_tokens_details: { reasoning_tokens: 7 } },
      { outputTokens: 9, reasoningTokens: 7 },
    ],
    [
      { prompt_tokens: 5, completion_tokens: 2, total_tokens: 14, completion_tokens_details: { reasoning_tokens: 7 } },
      { outputTokens: 9, reasoningTokens: 7 },
    ],
  ])("reads usage %j", async (usage, expected) => {
    expect((await decode(encodeEvents([delta({}, "stop"), { choices: [], usage }]))).usage).toMatchObject(expected);
    expect((await decode(encodeEvents([{ ...delta({}, "stop"), x_groq: { usage } }]))).usage).toMatchObject(expected);
  });
});
