import { modelRequest } from "@roo-code/testkit/model-request";
import { servedOpenAiResponses } from "@roo-code/testkit/wire/openai-responses";
import type {
  AssistantMessage,
  Message,
  ModelRequest,
  ProviderSettings,
  ToolDefinition,
  ToolResultPart,
} from "@roo-code/types";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { faultsOfGrowth, timesEncoded } from "../../../test/growing-conversation.ts";
import { resolveConnection } from "../../connection.ts";
import { responsesOrigin } from "./reasoning-item.ts";
import { ResponsesRequestEncoder } from "./responses-request.ts";

const base: ProviderSettings = { apiProvider: "openai-native", apiKey: "k", apiModelId: "gpt-5.5" };

function encoderFor(over: Partial<ProviderSettings> = {}): ResponsesRequestEncoder {
  return new ResponsesRequestEncoder(resolveConnection({ ...base, ...over }, {}));
}

function bodyOf(request: Partial<ModelRequest> = {}, over: Partial<ProviderSettings> = {}) {
  return JSON.parse(Buffer.concat(encoderFor(over).encode(modelRequest(request))).toString());
}

const inputOf = (messages: readonly Message[]) => bodyOf({ messages }).input;

const image = { type: "image" as const, mediaType: "image/png", data: "QUJD" };
const call = { type: "tool-call" as const, callId: "call_1", name: "read_file", input: { path: "a" } };
const result = { type: "tool-result" as const, callId: "call_1", name: "read_file", content: "text", isError: false };
const shown: ToolResultPart = { ...result, images: [image] };
const thought = {
  type: "reasoning" as const,
  text: "because",
  signature: JSON.stringify({
    id: "rs_1",
    summary: [{ type: "summary_text", text: "because" }],
    encrypted_content: "xyz",
  }),
  origin: responsesOrigin,
};

describe("ResponsesRequestEncoder", () => {
  it("puts settings, tools and instructions before the items", () => {
    const tools: ToolDefinition[] = [{ name: "t", description: "d", inputSchema: { type: "object" } }];
    const body = bodyOf({ tools }, { maxTokens: 100, reasoningEffort: "high", serviceTier: "flex" });
    expect(body).toEqual({
      model: "gpt-5.5",
      stream: true,
      store: false,
      max_output_tokens: 100,
      reasoning: { effort: "high", summary: "auto" },
      include: ["reasoning.encrypted_content"],
      service_tier: "flex",
      prompt_cache_key: "task-1",
      tools: [{ type: "function", name: "t", description: "d", parameters: { type: "object" }, strict: false }],
      parallel_tool_calls: true,
      instructions: "You are a test.",
      input: [{ type: "message", role: "user", content: [{ type: "input_text", text: "hello" }] }],
    });
    expect(Object.keys(body).at(-1)).toBe("input");
  });

  it("sends reasoning fields only to reasoning models, and a temperature only to others", () => {
    const plain = bodyOf({}, { apiModelId: "gpt-4.1", temperature: 0.5, reasoningEffort: "high" });
    expect(plain).toMatchObject({ temperature: 0.5 });
    expect(plain).not.toHaveProperty("reasoning");
    expect(plain).not.toHaveProperty("include");
    expect(bodyOf({}, { temperature: 0.5 })).not.toHaveProperty("temperature");
  });

  it("sends reasoning fields to a model of unknown name only if they are set", () => {
    expect(bodyOf({}, { apiModelId: "our-deployment" })).not.toHaveProperty("reasoning");
    expect(bodyOf({}, { apiModelId: "our-deployment", reasoningEffort: "low" })).toMatchObject({
      reasoning: { effort: "low" },
      include: ["reasoning.encrypted_content"],
    });
  });

  it("sends no cache key when caching is disabled", () => {
    expect(bodyOf({}, { promptCache: false })).not.toHaveProperty("prompt_cache_key");
  });

  it("requests structured output", () => {
    const schema = {
      type: "object",
      properties: { a: { type: "string" } },
      required: ["a"],
      additionalProperties: false,
    };
    expect(bodyOf({ output: { name: "answer", schema } }).text).toEqual({
      format: { type: "json_schema", name: "answer", schema, strict: true },
    });
  });

  it("sends images of users and of results", () => {
    const sent = { type: "input_image", detail: "auto", image_url: "data:image/png;base64,QUJD" };
    expect(
      inputOf([
        { role: "user", content: [{ type: "text", text: "look" }, image] },
        { role: "assistant", content: [call] },
        { role: "tool", content: [{ ...result, images: [image] }] },
      ]),
    ).toEqual([
      { type: "message", role: "user", content: [{ type: "input_text", text: "look" }, sent] },
      { type: "function_call", call_id: "call_1", name: "read_file", arguments: '{"path":"a"}' },
      { type: "function_call_output", call_id: "call_1", output: [{ type: "input_text", text: "text" }, sent] },
    ]);
  });

  it("sends its own reasoning back unchanged, and no other", () => {
    const { signature: _, ...unsigned } = thought;
    const content: AssistantMessage["content"] = [
      thought,
      { ...thought, origin: "anthropic" },
      unsigned,
      { ...thought, signature: "no JSON" },
      { ...thought, signature: '{"id":"rs_2","summary":[]}' },
      call,
    ];
    expect(inputOf([{ role: "assistant", content }])).toEqual([
      {
        type: "reasoning",
        id: "rs_1",
        summary: [{ type: "summary_text", text: "because" }],
        encrypted_content: "xyz",
      },
      { type: "function_call", call_id: "call_1", name: "read_file", arguments: '{"path":"a"}' },
    ]);
  });

  it("drops reasoning at the end, which would be rejected", () => {
    expect(inputOf([{ role: "assistant", content: [thought] }])).toEqual([]);
    expect(inputOf([{ role: "assistant", content: [thought, { type: "text", text: "" }, image] }])).toEqual([]);
    const said = { type: "text" as const, text: "said" };
    expect(inputOf([{ role: "assistant", content: [said, thought] }])).toEqual([
      { type: "message", role: "assistant", content: "said" },
    ]);
  });

  it("repairs what the server would reject with every later request", () => {
    const broken = [
      { ...call, input: {}, malformed: '{"path": ' },
      { ...call, name: "no such.tool!" },
      { ...call, name: "" },
      { ...call, input: { text: "half a pair \ud83d" } },
    ];
    expect(inputOf([{ role: "assistant", content: broken }])).toMatchObject([
      { name: "read_file", arguments: "{}" },
      { name: "no_such_tool_" },
      { name: "unnamed" },
      { arguments: '{"text":"half a pair \ufffd"}' },
    ]);
    expect(inputOf([{ role: "user", content: [] }])).toEqual([]);
  });

  it("encodes a message once", () => {
    expect(timesEncoded(encoderFor())).toBe(1);
  });

  it("begins every request with the bytes of the previous one, up to the end of its items", () => {
    fc.assert(
      fc.property(fc.array(messages, { minLength: 1, maxLength: 8 }), fc.string(), (history, systemPrompt) => {
        expect(faultsOfGrowth(encoderFor, { messages: history, request: { systemPrompt } })).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });

  it("sends conversations to the vendor without loss", () => {
    fc.assert(
      fc.property(fc.array(turn, { minLength: 1, maxLength: 5 }), (turns) => {
        const history = turns.flatMap((messagesOf, index) => messagesOf(index));
        const read = servedOpenAiResponses.readRequest({ path: "/v1/responses", body: bodyOf({ messages: history }) });
        expect(read.messages).toEqual(history.map(asVendorSees));
        expect(read.system).toBe("You are a test.");
      }),
      { numRuns: 50 },
    );
  });
});

/** A vendor knows a thought by what it encrypted. */
function asVendorSees(message: Message): Message {
  if (message.role !== "assistant") return message;
  const content = message.content.map((part) => (part.type === "reasoning" ? { ...part, signature: "xyz" } : part));
  return { role: "assistant", content };
}

const text = fc.record({
  type: fc.constant("text" as const),
  text: fc.string({ unit: "grapheme", minLength: 1 }),
});
const messages = fc.oneof(
  fc.record({ role: fc.constant("user" as const), content: fc.array(fc.oneof(text, fc.constant(image))) }),
  fc.record({ role: fc.constant("assistant" as const), content: fc.array(fc.oneof(text, fc.constant(call))) }),
  fc.record({ role: fc.constant("tool" as const), content: fc.array(fc.constant(shown)) }),
);

/** A user's message, a reply with a call, and its result. */
const turn = fc
  .record({
    user: fc.array(fc.oneof(text, fc.constant(image)), { minLength: 1, maxLength: 3 }),
    said: text,
    isThinking: fc.boolean(),
    input: fc.dictionary(fc.string({ minLength: 1 }), fc.string({ unit: "grapheme" })),
    hasImage: fc.boolean(),
  })
  .map(({ user, said, isThinking, input, hasImage }) => (index: number): Message[] => {
    const callId = `call_${index}`;
    return [
      { role: "user", content: user },
      { role: "assistant", content: [...(isThinking ? [thought] : []), said, { ...call, callId, input }] },
      { role: "tool", content: [{ ...result, callId, ...(hasImage && { images: [image] }) }] },
    ];
  });
