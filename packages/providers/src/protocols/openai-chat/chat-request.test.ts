import { modelRequest } from "@roo-code/testkit/model-request";
import {
  type Message,
  type ProviderSettings,
  type ToolCallPart,
  type ToolDefinition,
  type ToolResultPart,
  userMessage,
} from "@roo-code/types";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { faultsOfGrowth, timesEncoded } from "../../../test/growing-conversation.ts";
import { resolveConnection } from "../../connection.ts";
import { withCacheControl } from "./cache-control.ts";
import { ChatRequestEncoder } from "./chat-request.ts";
import { chatSettings } from "./chat-settings.ts";

const local: ProviderSettings = { apiProvider: "openai-compatible", apiModelId: "m", apiBaseUrl: "http://h/v1" };

function encoderFor(over: Partial<ProviderSettings> = {}): ChatRequestEncoder {
  return new ChatRequestEncoder(resolveConnection({ ...local, apiKey: "k", ...over }, {}));
}

function bodyOf(messages: readonly Message[], over: Partial<ProviderSettings> = {}) {
  const pieces = encoderFor(over).encode(modelRequest({ systemPrompt: "", messages }));
  return JSON.parse(Buffer.concat(pieces).toString());
}

const image = { type: "image" as const, mediaType: "image/png", data: "QUJD" };
const call: ToolCallPart = { type: "tool-call", callId: "call_1", name: "read_file", input: { path: "a" } };
const result = { type: "tool-result" as const, callId: "call_1", name: "read_file", content: "text", isError: false };

const shown: ToolResultPart = { ...result, images: [image] };

describe("ChatRequestEncoder", () => {
  it("puts settings and tools before the messages", () => {
    const tools: ToolDefinition[] = [{ name: "t", description: "d", inputSchema: { type: "object" } }];
    const body = Buffer.concat(encoderFor({ maxTokens: 100, temperature: 0 }).encode(modelRequest({ tools })));
    expect(JSON.parse(body.toString())).toEqual({
      model: "m",
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 100,
      temperature: 0,
      tools: [{ type: "function", function: { name: "t", description: "d", parameters: { type: "object" } } }],
      messages: [
        { role: "system", content: "You are a test." },
        { role: "user", content: "hello" },
      ],
    });
  });

  it("omits unset fields", () => {
    expect(Object.keys(bodyOf([]))).toEqual(["model", "stream", "stream_options", "messages"]);
  });

  it("uses the limit's name for the server", () => {
    const openai = { apiProvider: "openai", maxTokens: 9 };
    expect(bodyOf([], { ...openai, apiBaseUrl: "https://api.openai.com/v1" })).toMatchObject({
      max_completion_tokens: 9,
    });
    expect(bodyOf([], { ...openai, apiBaseUrl: "http://127.0.0.1:1/v1" })).toMatchObject({ max_tokens: 9 });
  });

  it("sends a user's images as data URLs, and plain strings without images", () => {
    const parts = [{ type: "text" as const, text: "one" }, image];
    expect(bodyOf([{ role: "user", content: parts }]).messages).toEqual([
      {
        role: "user",
        content: [
          { type: "text", text: "one" },
          { type: "image_url", image_url: { url: "data:image/png;base64,QUJD" } },
        ],
      },
    ]);
    const texts = ["one", "two"].map((text) => ({ type: "text" as const, text }));
    expect(bodyOf([{ role: "user", content: texts }]).messages[0].content).toBe("one\n\ntwo");
  });

  it("sends calls and their results, and the images of results after them", () => {
    const { messages } = bodyOf([
      { role: "assistant", content: [{ type: "reasoning", text: "hm" }, { type: "text", text: "Look:" }, call] },
      {
        role: "tool",
        content: [
          { ...result, images: [image] },
          { ...result, callId: "call_2" },
        ],
      },
    ]);
    expect(messages).toEqual([
      {
        role: "assistant",
        content: "Look:",
        tool_calls: [{ id: "call_1", type: "function", function: { name: "read_file", arguments: '{"path":"a"}' } }],
      },
      { role: "tool", tool_call_id: "call_1", content: "text" },
      { role: "tool", tool_call_id: "call_2", content: "text" },
      {
        role: "user",
        content: [
          { type: "text", text: "Images from read_file:" },
          { type: "image_url", image_url: { url: "data:image/png;base64,QUJD" } },
        ],
      },
    ]);
  });

  it("repairs what a server would reject with every later request", () => {
    const broken = [
      { ...call, input: {}, malformed: '{"path": ' },
      { ...call, name: "no such.tool!" },
      { ...call, name: "" },
      { ...call, input: { text: "half a pair \ud83d" } },
    ];
    const { messages } = bodyOf([{ role: "assistant", content: broken }]);
    expect(messages[0].content).toBeNull();
    expect(messages[0].tool_calls.map((sent: { function: unknown }) => sent.function)).toEqual([
      { name: "read_file", arguments: "{}" },
      { name: "no_such_tool_", arguments: '{"path":"a"}' },
      { name: "unnamed", arguments: '{"path":"a"}' },
      { name: "read_file", arguments: '{"text":"half a pair \ufffd"}' },
    ]);
    expect(bodyOf([{ role: "user", content: [{ type: "text", text: "cut \udc00" }] }]).messages[0].content).toBe(
      "cut \ufffd",
    );
  });

  it("encodes an empty reply in a form that servers accept", () => {
    expect(bodyOf([{ role: "assistant", content: [] }]).messages).toEqual([{ role: "assistant", content: "" }]);
  });

  it("sends reasoning back where it is required, with every reply", () => {
    const history: Message[] = [
      { role: "assistant", content: [{ type: "reasoning", text: "because" }, call] },
      { role: "assistant", content: [{ type: "text", text: "done" }] },
    ];
    expect(bodyOf(history, { apiProvider: "deepseek" }).messages).toMatchObject([
      { reasoning_content: "because" },
      { reasoning_content: "" },
    ]);
    expect(JSON.stringify(bodyOf(history))).not.toContain("because");
  });

  it("uses Mistral's dialect: no stream options, call ids of nine letters and digits", () => {
    const history: Message[] = [
      { role: "assistant", content: [call, { ...call, callId: "Abcdef123" }] },
      { role: "tool", content: [result, { ...result, callId: "Abcdef123" }] },
    ];
    const body = bodyOf(history, { apiProvider: "mistral" });
    expect(body.stream_options).toBeUndefined();
    const [first, second] = body.messages[0].tool_calls;
    expect(first.id).toMatch(/^[a-zA-Z0-9]{9}$/);
    expect(second.id).toBe("Abcdef123");
    expect(body.messages.slice(1)).toMatchObject([{ tool_call_id: first.id }, { tool_call_id: "Abcdef123" }]);
  });

  it("shortens long ids of other vendors, equally for a call and its result", () => {
    const callId = "toolu_".padEnd(64, "x");
    const { messages } = bodyOf([
      { role: "assistant", content: [{ ...call, callId }, call] },
      { role: "tool", content: [{ ...result, callId }, result] },
    ]);
    const [long, short] = messages[0].tool_calls;
    expect(long.id.length).toBeLessThanOrEqual(40);
    expect(short.id).toBe("call_1");
    expect(messages.slice(1)).toMatchObject([{ tool_call_id: long.id }, { tool_call_id: "call_1" }]);
  });

  it("sends reasoning details back to servers that have them, assembled and unchanged", () => {
    const part = (details: object[], origin = "openai-chat") => ({
      type: "reasoning" as const,
      text: "",
      signature: JSON.stringify(details),
      origin,
    });
    const content = [
      part([{ type: "reasoning.text", index: 0, text: "so " }]),
      { type: "text" as const, text: "hi" },
      part([
        { type: "reasoning.text", index: 0, text: "it is", signature: "s" },
        { type: "reasoning.encrypted", index: 1, data: "e" },
      ]),
      part([{ type: "reasoning.text", index: 2, text: "other" }], "anthropic"),
    ];
    const [sent] = bodyOf([{ role: "assistant", content }], { apiProvider: "openrouter" }).messages;
    expect(sent.reasoning_details).toEqual([
      { type: "reasoning.text", index: 0, text: "so it is", signature: "s" },
      { type: "reasoning.encrypted", index: 1, data: "e" },
    ]);
    expect(bodyOf([{ role: "assistant", content }]).messages[0]).toEqual({ role: "assistant", content: "hi" });
  });

  it("requests structured output, in the prompt if the server supports no schema", () => {
    const output = { name: "answer", schema: { type: "object" } };
    const sentBy = (over: Partial<ProviderSettings>) =>
      JSON.parse(Buffer.concat(encoderFor(over).encode(modelRequest({ output }))).toString());
    expect(sentBy({}).response_format).toEqual({
      type: "json_schema",
      json_schema: { name: "answer", schema: { type: "object" }, strict: false },
    });
    const told = sentBy({ apiProvider: "deepseek" });
    expect(told.response_format).toEqual({ type: "json_object" });
    expect(told.messages[0].content).toMatch(/^You are a test\.\n\n.*JSON.*\{"type":"object"\}$/);
  });

  it("encodes a message once", () => {
    expect(timesEncoded(encoderFor())).toBe(1);
  });

  it("begins every request with the bytes of the previous one, up to the end of its messages", () => {
    fc.assert(
      fc.property(fc.array(anyMessage, { minLength: 1, maxLength: 12 }), fc.string(), (history, systemPrompt) => {
        expect(faultsOfGrowth(encoderFor, { messages: history, request: { systemPrompt } })).toEqual([]);
      }),
    );
  });
});

const text = fc.record({ type: fc.constant("text" as const), text: fc.string({ unit: "binary" }) });
const anyMessage = fc.oneof(
  fc.record({ role: fc.constant("user" as const), content: fc.array(fc.oneof(text, fc.constant(image))) }),
  fc.record({ role: fc.constant("assistant" as const), content: fc.array(fc.oneof(text, fc.constant(call))) }),
  fc.record({ role: fc.constant("tool" as const), content: fc.array(fc.constant(shown)) }),
);

describe("chat settings", () => {
  /** As sent: JSON drops undefined values. */
  function settingsFor(settings: ProviderSettings): unknown {
    const connection = resolveConnection({ apiKey: "k", ...settings }, {});
    return JSON.parse(JSON.stringify(chatSettings(connection, connection.row.dialect ?? {})));
  }

  const openai = { apiProvider: "openai", apiModelId: "gpt-5" };
  const openrouter = { apiProvider: "openrouter", apiModelId: "x/y" };

  it.each<[ProviderSettings, object]>([
    [{ ...openai, reasoningEffort: "none" }, { reasoning_effort: "minimal" }],
    [{ ...local, reasoningEffort: "none" }, { reasoning_effort: "none" }],
    [{ ...openrouter, reasoningEffort: "low" }, { reasoning: { effort: "low" } }],
    [{ ...openrouter, maxThinkingTokens: 900, reasoningEffort: "low" }, { reasoning: { max_tokens: 900 } }],
    [openrouter, { usage: { include: true } }],
    [{ ...local, temperature: 0.5 }, { temperature: 0.5 }],
    [{ ...openai, serviceTier: "flex" }, { service_tier: "flex" }],
  ])("encodes %j as %j", (settings, expected) => {
    expect(settingsFor(settings)).toMatchObject(expected);
  });

  it.each<[ProviderSettings, string]>([
    [openrouter, "reasoning"],
    [openrouter, "reasoning_effort"],
    [{ ...local, maxThinkingTokens: 900 }, "reasoning"],
    [{ ...openai, apiModelId: "gpt-4o", reasoningEffort: "low" }, "reasoning_effort"],
    [{ ...openai, temperature: 0.5 }, "temperature"],
    [local, "usage"],
  ])("with %j has no %s", (settings, field) => {
    expect(settingsFor(settings)).not.toHaveProperty(field);
  });
});

describe("cache breakpoints", () => {
  const mark = { type: "ephemeral" };

  describe("withCacheControl", () => {
    it("adds a breakpoint to the last part", () => {
      expect(withCacheControl({ role: "tool", tool_call_id: "c", content: "read" })).toEqual({
        role: "tool",
        tool_call_id: "c",
        content: [{ type: "text", text: "read", cache_control: mark }],
      });
      const wireImage = { type: "image_url", image_url: { url: "data:" } };
      expect(withCacheControl({ role: "user", content: [{ type: "text", text: "look" }, wireImage] })).toEqual({
        role: "user",
        content: [
          { type: "text", text: "look" },
          { ...wireImage, cache_control: mark },
        ],
      });
    });

    it.each([
      { role: "assistant", content: "said" },
      { role: "user", content: "" },
      { role: "user", content: [] },
      { role: "tool", content: "" },
    ])("keeps %j", (message) => {
      expect(withCacheControl(message)).toBeUndefined();
    });
  });

  describe("a request for Claude behind a gateway", () => {
    const history: Message[] = [userMessage("one"), { role: "assistant", content: [] }, userMessage("two")];
    const sentBy = (over: Partial<ProviderSettings>) => {
      const settings = { apiProvider: "openrouter", apiKey: "k", apiModelId: "anthropic/claude-sonnet-4.5", ...over };
      const encoder = new ChatRequestEncoder(resolveConnection(settings, {}));
      return Buffer.concat(encoder.encode(modelRequest({ messages: history }))).toString();
    };

    it("has breakpoints at the system prompt and the last two messages", () => {
      const { messages } = JSON.parse(sentBy({}));
      const marked = messages.map(({ content }: { content: unknown }) => JSON.stringify(content).includes("ephemeral"));
      expect(marked).toEqual([true, true, false, true]);
    });

    it.each([
      ["another model", { apiModelId: "openai/gpt-5" }],
      ["a person who wants no cache", { promptCache: false }],
      ["a server that may not know marks", { apiProvider: "openai-compatible", apiBaseUrl: "http://h/v1" }],
    ])("has no breakpoints for %s", (_, over) => {
      expect(sentBy(over)).not.toContain("cache_control");
    });
  });
});
