import { modelRequest } from "@roo-code/testkit/model-request";
import { servedBedrock } from "@roo-code/testkit/wire/bedrock";
import { type Message, type ModelRequest, type ProviderSettings, userMessage } from "@roo-code/types";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { faultsOfGrowth, timesEncoded } from "../../../test/growing-conversation.ts";
import { resolveConnection } from "../../connection.ts";
import { BedrockRequestEncoder } from "./bedrock-request.ts";

const claude = "us.anthropic.claude-sonnet-4-5-20250929-v1:0";
const tool = { name: "read_file", description: "Reads.", inputSchema: { type: "object", properties: {} } };
const cachePoint = { cachePoint: { type: "default" } };

function connect(settings: Partial<ProviderSettings> = {}) {
  return resolveConnection({ apiProvider: "bedrock", apiModelId: claude, apiKey: "bedrock-key", ...settings }, {});
}

function bodyOf(request: Partial<ModelRequest>, settings: Partial<ProviderSettings> = {}): Record<string, unknown> {
  const encoder = new BedrockRequestEncoder(connect(settings));
  return JSON.parse(Buffer.concat(encoder.encode(modelRequest(request))).toString());
}

const read = (body: Record<string, unknown>) =>
  servedBedrock.readRequest({ path: `/model/${claude}/converse-stream`, body });
const call = (callId: string, name = "read_file") => ({
  type: "tool-call" as const,
  callId,
  name,
  input: { path: "a" },
});
const result = (callId: string, content = "text") => ({
  type: "tool-result" as const,
  callId,
  name: "read_file",
  content,
  isError: false,
});
const image = { type: "image" as const, mediaType: "image/png", data: "aW1hZ2U=" };

describe("a conversation", () => {
  const messages: Message[] = [
    { role: "user", content: [{ type: "text", text: "look" }, image] },
    {
      role: "assistant",
      content: [
        { type: "reasoning", text: "hm", signature: "c2ln", origin: "bedrock" },
        { type: "reasoning", text: "not ours", signature: "x", origin: "anthropic" },
        { type: "reasoning", text: "", signature: "redacted:ZW5j", origin: "bedrock" },
        { type: "text", text: "reading" },
        call("a"),
        { ...call("b", "write file!"), malformed: "{" },
      ],
    },
    {
      role: "tool",
      content: [
        { ...result("a"), images: [image] },
        { ...result("b", " "), isError: true },
      ],
    },
    userMessage("and then?"),
  ];

  it("is written in Bedrock's format", () => {
    expect(bodyOf({ messages, tools: [tool] })).toEqual({
      toolConfig: {
        tools: [
          { toolSpec: { name: "read_file", description: "Reads.", inputSchema: { json: tool.inputSchema } } },
          cachePoint,
        ],
      },
      system: [{ text: "You are a test." }, cachePoint],
      messages: [
        {
          role: "user",
          content: [{ text: "look" }, { image: { format: "png", source: { bytes: image.data } } }, cachePoint],
        },
        {
          role: "assistant",
          content: [
            { reasoningContent: { reasoningText: { text: "hm", signature: "c2ln" } } },
            { reasoningContent: { redactedContent: "ZW5j" } },
            { text: "reading" },
            { toolUse: { toolUseId: "a", name: "read_file", input: { path: "a" } } },
            { toolUse: { toolUseId: "b", name: "write_file_", input: {} } },
          ],
        },
        {
          role: "user",
          content: [
            {
              toolResult: {
                toolUseId: "a",
                content: [{ text: "text" }, { image: { format: "png", source: { bytes: image.data } } }],
                status: "success",
              },
            },
            { toolResult: { toolUseId: "b", content: [{ text: "(no output)" }], status: "error" } },
            { text: "and then?" },
            cachePoint,
          ],
        },
      ],
    });
  });

  it("declares the tools of its history when it has none", () => {
    const body = bodyOf({ messages });
    expect(read(body).tools).toEqual(["read_file", "write_file_"]);
  });

  it("is encoded once", () => {
    expect(timesEncoded(new BedrockRequestEncoder(connect()))).toBe(1);
  });

  it("begins with the bytes of the previous request, except for cache points", () => {
    const mark = `,${JSON.stringify(cachePoint)}`;
    expect(
      faultsOfGrowth(() => new BedrockRequestEncoder(connect()), { messages, request: { tools: [tool] }, mark }),
    ).toEqual([]);
  });

  it("has a result for every call, and a call for every result", () => {
    const broken: Message[] = [
      userMessage("go"),
      { role: "assistant", content: [call("a"), call("b")] },
      { role: "tool", content: [result("b"), result("stray")] },
      { role: "assistant", content: [call("c")] },
      userMessage("never mind"),
      { role: "assistant", content: [call("d")] },
    ];
    const { messages: understood } = read(bodyOf({ messages: broken, tools: [tool] }));
    expect(understood.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "tool",
      "user",
      "assistant",
      "tool",
      "user",
      "assistant",
      "tool",
    ]);
  });

  it("puts images of results into user messages for models that do not accept them in results", () => {
    const settings = { apiModelId: "meta.llama3-3-70b-instruct-v1:0" };
    const body = bodyOf({ messages: messages.slice(0, 3), tools: [tool] }, settings);
    expect(read(body).messages.at(-1)).toEqual({
      role: "user",
      content: [{ type: "text", text: "Images from read_file:" }, image],
    });
    expect(JSON.stringify(body)).not.toContain("status");
  });

  it("is never one that Bedrock rejects", () => {
    const text = fc.oneof(fc.constantFrom("", " ", "\n", "half \ud83d"), fc.string({ unit: "grapheme", maxLength: 8 }));
    const id = fc.constantFrom("a", "b", "c");
    const part = fc.oneof(
      text.map((said) => ({ type: "text" as const, text: said })),
      fc.record({
        type: fc.constant("reasoning" as const),
        text,
        signature: fc.constant("c2ln"),
        origin: fc.constantFrom("bedrock", "x"),
      }),
    );
    const message: fc.Arbitrary<Message> = fc.oneof(
      text.map((said) => userMessage(said)),
      fc.tuple(fc.array(part, { maxLength: 2 }), fc.uniqueArray(id, { maxLength: 3 })).map(
        ([parts, ids]): Message => ({
          role: "assistant",
          content: [...parts, ...ids.map((callId) => call(callId, "ä tool"))],
        }),
      ),
      fc
        .uniqueArray(id, { maxLength: 3 })
        .map((ids): Message => ({ role: "tool", content: ids.map((callId) => result(callId, " ")) })),
    );
    fc.assert(
      fc.property(fc.array(message, { maxLength: 8 }), fc.boolean(), (history, hasTools) => {
        const body = bodyOf({ messages: history, tools: hasTools ? [tool] : [], systemPrompt: hasTools ? " " : "s" });
        expect(read(body).system).toBe(hasTools ? "" : "s");
      }),
    );
  });
});

describe("cache points", () => {
  const history = [
    userMessage("one"),
    { role: "assistant" as const, content: [{ type: "text" as const, text: "two" }] },
    userMessage("three"),
  ];
  const count = (settings: Partial<ProviderSettings>) =>
    JSON.stringify(bodyOf({ messages: history, tools: [tool] }, settings)).split('"cachePoint"').length - 1;

  it.each<[string, Partial<ProviderSettings>, number]>([
    ["Claude", {}, 4],
    ["Nova", { apiModelId: "amazon.nova-pro-v1:0" }, 1],
    ["Llama", { apiModelId: "meta.llama3-70b-instruct-v1:0" }, 0],
    ["who wants none", { promptCache: false }, 0],
    [
      "an unknown model whose owner asks for them",
      { apiModelId: "arn:aws:bedrock:us-east-1:1:application-inference-profile/x", promptCache: true },
      4,
    ],
  ])("are set for %s", (_, settings, expected) => {
    expect(count(settings)).toBe(expected);
  });
});

describe("settings", () => {
  const fieldsOf = (settings: Partial<ProviderSettings>) => {
    const { inferenceConfig, additionalModelRequestFields, serviceTier } = bodyOf({}, settings);
    return { inferenceConfig, additionalModelRequestFields, serviceTier };
  };

  it("are sent where they are set", () => {
    expect(fieldsOf({})).toEqual({});
    expect(fieldsOf({ maxTokens: 900, temperature: 0.3, serviceTier: "flex" })).toEqual({
      inferenceConfig: { maxTokens: 900, temperature: 0.3 },
      serviceTier: { type: "flex" },
    });
  });

  it.each<[Partial<ProviderSettings>, object | undefined]>([
    [{ reasoningEffort: "none" }, undefined],
    [{ reasoningEffort: "low" }, { thinking: { type: "enabled", budget_tokens: 4_096 } }],
    [{ maxThinkingTokens: 9_000 }, { thinking: { type: "enabled", budget_tokens: 9_000 } }],
    [{ maxThinkingTokens: 9_000, maxTokens: 8_000 }, { thinking: { type: "enabled", budget_tokens: 6_976 } }],
    [{ reasoningEffort: "high", maxTokens: 1_000 }, undefined],
    [
      { reasoningEffort: "high", apiModelId: "anthropic.claude-opus-4-6-v1" },
      { thinking: { type: "adaptive" }, output_config: { effort: "high" } },
    ],
    [
      { reasoningEffort: "xhigh", apiModelId: "anthropic.claude-opus-4-6-v1" },
      { thinking: { type: "adaptive" }, output_config: { effort: "max" } },
    ],
    [{ maxThinkingTokens: 5_000, apiModelId: "anthropic.claude-opus-5" }, { thinking: { type: "adaptive" } }],
    [{ reasoningEffort: "minimal", apiModelId: "openai.gpt-oss-20b-1:0" }, { reasoning_effort: "low" }],
    [{ reasoningEffort: "high", apiModelId: "meta.llama3-70b-instruct-v1:0" }, undefined],
  ])("request reasoning: %j", (settings, expected) => {
    const { additionalModelRequestFields } = fieldsOf(settings);
    expect(additionalModelRequestFields).toEqual(expected);
    read(bodyOf({}, { ...settings, temperature: 0.2 }));
  });

  it("include the output schema, in the prompt if the model accepts none", () => {
    const output = { name: "answer", schema: { type: "object" } };
    expect(bodyOf({ output }).outputConfig).toEqual({
      textFormat: { type: "json_schema", structure: { jsonSchema: { name: "answer", schema: '{"type":"object"}' } } },
    });
    const told = bodyOf({ output }, { apiModelId: "amazon.nova-pro-v1:0" });
    expect(told.outputConfig).toBeUndefined();
    expect(JSON.stringify(read(told).messages)).toContain("JSON Schema");
  });
});
