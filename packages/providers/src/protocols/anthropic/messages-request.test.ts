import { modelRequest } from "@roo-code/testkit/model-request";
import { servedAnthropic } from "@roo-code/testkit/wire/anthropic";
import {
  type Message,
  type ModelRequest,
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
import { MessagesRequestEncoder } from "./messages-request.ts";
import { toReplySchema } from "./reply-schema.ts";

const gateway = { apiProvider: "anthropic", apiKey: "k", apiModelId: "claude-sonnet-4-5", apiBaseUrl: "http://h" };
const marker = ',"cache_control":{"type":"ephemeral"}';

function encoderFor(over: Partial<ProviderSettings> = {}): MessagesRequestEncoder {
  return new MessagesRequestEncoder(resolveConnection({ ...gateway, ...over }, { GOOGLE_CLOUD_PROJECT: "p" }));
}

function bodyOf(request: Partial<ModelRequest>, over: Partial<ProviderSettings> = {}) {
  return JSON.parse(Buffer.concat(encoderFor(over).encode(modelRequest(request))).toString());
}

/** What is sent of these messages, without breakpoints. */
function turnsOf(...messages: Message[]) {
  return bodyOf({ systemPrompt: "", messages }, { promptCache: false }).messages;
}

const tool: ToolDefinition = { name: "read_file", description: "Reads.", inputSchema: { type: "object" } };
const image = { type: "image" as const, mediaType: "image/png", data: "QUJD" };
const wireImage = { type: "image", source: { type: "base64", media_type: "image/png", data: "QUJD" } };
const call: ToolCallPart = { type: "tool-call", callId: "toolu_1", name: "read_file", input: { path: "a" } };
const result: ToolResultPart = {
  type: "tool-result",
  callId: "toolu_1",
  name: "read_file",
  content: "text",
  isError: false,
};
const ephemeral = { cache_control: { type: "ephemeral" } };
const goOn = { role: "user", content: [{ type: "text", text: "Continue." }] };

describe("the settings of a request", () => {
  it("come first, then tools, system prompt and messages", () => {
    const body = bodyOf({ tools: [tool] }, { maxTokens: 100, temperature: 0.5, serviceTier: "standard_only" });
    expect(Object.keys(body).slice(-3)).toEqual(["tools", "system", "messages"]);
    expect(body).toEqual({
      model: "claude-sonnet-4-5",
      max_tokens: 100,
      stream: true,
      temperature: 0.5,
      service_tier: "standard_only",
      tools: [{ name: "read_file", description: "Reads.", input_schema: { type: "object" }, ...ephemeral }],
      system: [{ type: "text", text: "You are a test.", ...ephemeral }],
      messages: [{ role: "user", content: [{ type: "text", text: "hello", ...ephemeral }] }],
    });
  });

  it("omit unset fields", () => {
    const body = bodyOf({ systemPrompt: " " });
    expect(Object.keys(body)).toEqual(["model", "max_tokens", "stream", "messages"]);
    expect(body.max_tokens).toBe(32_000);
  });

  it("have a temperature only where the vendor accepts it", () => {
    expect(bodyOf({}, { temperature: 1.7 }).temperature).toBe(1);
    expect(bodyOf({}, { temperature: 0.2, maxThinkingTokens: 2_000 }).temperature).toBeUndefined();
    expect(bodyOf({}, { temperature: 0.2, apiModelId: "claude-opus-4-7" }).temperature).toBeUndefined();
  });

  it("request thinking in the model's form", () => {
    expect(bodyOf({}, { reasoningEffort: "medium" })).toMatchObject({
      max_tokens: 40_192,
      thinking: { type: "enabled", budget_tokens: 8_192 },
    });
    expect(bodyOf({}, { reasoningEffort: "medium", apiModelId: "claude-opus-4-6" })).toMatchObject({
      thinking: { type: "adaptive" },
      output_config: { effort: "medium" },
    });
  });

  it("have the version instead of the model in Google's cloud", () => {
    const body = bodyOf({}, { apiProvider: "vertex-claude", apiModelId: "claude-sonnet-4-5@20250929" });
    expect(body).toMatchObject({ anthropic_version: "vertex-2023-10-16", max_tokens: 32_000 });
    expect(body.model).toBeUndefined();
  });

  it("describe a tool's input as the vendor accepts it", () => {
    const inputSchema = { properties: { a: { anyOf: [{ type: "string" }] } }, anyOf: [{ required: ["a"] }] };
    const [sent] = bodyOf({ tools: [{ ...tool, description: "", inputSchema }] }, { promptCache: false }).tools;
    expect(sent).toEqual({
      name: "read_file",
      input_schema: { type: "object", properties: { a: { anyOf: [{ type: "string" }] } } },
    });
  });

  it("request streamed arguments from the vendor's own server", () => {
    const [sent] = bodyOf({ tools: [tool] }, { apiBaseUrl: "https://api.anthropic.com" }).tools;
    expect(sent.eager_input_streaming).toBe(true);
  });
});

describe("a reply that must be JSON", () => {
  const output = { name: "answer", schema: { type: "object", properties: { ok: { type: "boolean" } } } };

  it("is forced as a call, without thinking", () => {
    const body = bodyOf({ tools: [tool], output }, { maxThinkingTokens: 2_000 });
    expect(body.tool_choice).toEqual({ type: "tool", name: "answer", disable_parallel_tool_use: true });
    expect(body.tools.map(({ name }: ToolDefinition) => name)).toEqual(["read_file", "answer"]);
    expect(body.tools[1].input_schema).toEqual(output.schema);
    expect(body.thinking).toBeUndefined();
    expect(() => servedAnthropic.readRequest({ path: "/v1/messages", body })).not.toThrow();
  });

  it("uses a schema for models that cannot be forced", () => {
    const body = bodyOf({ tools: [tool], output }, { apiModelId: "claude-opus-5-5", reasoningEffort: "high" });
    expect(body.tool_choice).toBeUndefined();
    expect(body.tools).toHaveLength(1);
    expect(body.output_config).toEqual({
      effort: "high",
      format: { type: "json_schema", schema: { ...output.schema, additionalProperties: false } },
    });
  });

  it("may follow requests without a schema", () => {
    const encoder = encoderFor();
    const messages = [userMessage("hello")];
    const tools = [tool];
    const encode = (over: Partial<ModelRequest>) =>
      JSON.parse(Buffer.concat(encoder.encode(modelRequest({ messages, tools, ...over }))).toString());
    expect(encode({}).tool_choice).toBeUndefined();
    expect(encode({ output }).tool_choice).toMatchObject({ name: "answer" });
    expect(encode({}).tool_choice).toBeUndefined();
  });
});

describe("the turns of a request", () => {
  it("contain text, images, calls and results", () => {
    expect(
      turnsOf(
        { role: "user", content: [{ type: "text", text: "look" }, image] },
        { role: "assistant", content: [{ type: "text", text: "Reading." }, call] },
        { role: "tool", content: [{ ...result, images: [image] }] },
      ),
    ).toEqual([
      { role: "user", content: [{ type: "text", text: "look" }, wireImage] },
      {
        role: "assistant",
        content: [
          { type: "text", text: "Reading." },
          { type: "tool_use", id: "toolu_1", name: "read_file", input: { path: "a" } },
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "toolu_1", content: [{ type: "text", text: "text" }, wireImage] },
        ],
      },
    ]);
  });

  it("send thinking back unchanged and in order, but only the vendor's own", () => {
    const origin = "anthropic";
    const [, turn] = turnsOf(
      userMessage("go"),
      {
        role: "assistant",
        content: [
          { type: "reasoning", text: "  first \n", signature: "s1", origin },
          { type: "reasoning", text: "", signature: "redacted_thinking:abc", origin },
          { type: "reasoning", text: "", signature: "s2", origin },
          { type: "reasoning", text: "unsigned" },
          { type: "reasoning", text: "other", signature: "x", origin: "gemini" },
          { type: "text", text: "done" },
          { type: "reasoning", text: "cut off", signature: "s3", origin },
        ],
      },
      userMessage("more"),
    );
    expect(turn.content).toEqual([
      { type: "thinking", thinking: "  first \n", signature: "s1" },
      { type: "redacted_thinking", data: "abc" },
      { type: "thinking", thinking: "", signature: "s2" },
      { type: "text", text: "done" },
    ]);
  });

  it("mark errors, with their images beside them", () => {
    const failed = { ...result, isError: true };
    const [, , turn] = turnsOf(
      userMessage("go"),
      { role: "assistant", content: [call, { ...call, callId: "b" }, { ...call, callId: "c" }] },
      {
        role: "tool",
        content: [
          { ...failed, images: [image] },
          { ...failed, callId: "b", content: " " },
          { ...result, callId: "c", content: "" },
        ],
      },
    );
    expect(turn.content).toEqual([
      { type: "tool_result", tool_use_id: "toolu_1", content: "text", is_error: true },
      { type: "tool_result", tool_use_id: "b", content: "The tool failed without a message.", is_error: true },
      { type: "tool_result", tool_use_id: "c" },
      wireImage,
    ]);
  });

  it("repair what the vendor would refuse with every later request", () => {
    const [, turn] = turnsOf(userMessage("cut \ud83d"), {
      role: "assistant",
      content: [
        { ...call, input: {}, malformed: '{"path": ' },
        { ...call, name: "no such.tool!" },
        { ...call, callId: "functions.read:0", name: "", input: ["no object"] },
      ],
    });
    expect(turn.content).toEqual([
      { type: "tool_use", id: "toolu_1", name: "read_file", input: {} },
      { type: "tool_use", id: "toolu_1_2", name: "no_such_tool_", input: { path: "a" } },
      { type: "tool_use", id: "functions_read_0", name: "unnamed", input: {} },
    ]);
    expect(turnsOf(userMessage("cut \ud83d"))[0].content[0].text).toBe("cut \ufffd");
  });

  it("name the type of an unsupported image", () => {
    const svg = { ...image, mediaType: "image/svg+xml" };
    const [turn] = turnsOf({ role: "user", content: [svg, { ...image, mediaType: "image/jpg" }] });
    expect(turn.content).toMatchObject([
      { type: "text", text: expect.stringContaining("image/svg+xml") },
      { type: "image", source: { media_type: "image/jpeg" } },
    ]);
  });

  it("add missing results, and keep results without a call as text", () => {
    const missing = { type: "tool_result", tool_use_id: "toolu_1", content: "There is no result.", is_error: true };
    const asked: Message = { role: "assistant", content: [call] };
    expect(turnsOf(userMessage("go"), asked, userMessage("never mind")).at(-1).content).toEqual([
      missing,
      { type: "text", text: "never mind" },
    ]);
    expect(turnsOf(userMessage("go"), asked).at(-1)).toEqual({ role: "user", content: [missing] });
    expect(turnsOf({ role: "tool", content: [result] })).toEqual([
      { role: "user", content: [{ type: "text", text: "Result of read_file:\ntext" }] },
    ]);
  });

  it("alternate, beginning and ending with the user's", () => {
    const said: Message = { role: "assistant", content: [{ type: "text", text: "a" }] };
    const a = { type: "text", text: "a" };
    expect(turnsOf(said, { role: "user", content: [] }, said)).toEqual([
      goOn,
      { role: "assistant", content: [a, a] },
      goOn,
    ]);
    expect(turnsOf({ role: "assistant", content: [] })).toEqual([goOn]);
    expect(turnsOf(userMessage("b"), userMessage("a"))).toEqual([
      { role: "user", content: [{ type: "text", text: "b" }, a] },
    ]);
  });

  it("are encoded once each", () => {
    expect(timesEncoded(encoderFor())).toBe(1);
  });

  it("have breakpoints at the last two user turns", () => {
    const said: Message = { role: "assistant", content: [{ type: "text", text: "said" }] };
    const messages = [userMessage("1"), said, userMessage("2"), userMessage("3"), said, userMessage("4")];
    const body = bodyOf({ tools: [tool], messages });
    const marked = body.messages.flatMap(({ content }: { content: { text: string; cache_control?: object }[] }) =>
      content.flatMap((block) => (block.cache_control ? block.text : [])),
    );
    expect(marked).toEqual(["3", "4"]);
    expect(JSON.stringify(body).split("cache_control")).toHaveLength(1 + 4);
    expect(JSON.stringify(bodyOf({ tools: [tool], messages }, { promptCache: false }))).not.toContain("cache_control");
  });
});

describe("any history", () => {
  const id = fc.constantFrom("a", "b", "c.c");
  const text = fc.record({ type: fc.constant("text" as const), text: fc.string({ unit: "binary", maxLength: 5 }) });
  const thought = fc.record({
    type: fc.constant("reasoning" as const),
    text: fc.string({ maxLength: 3 }),
    signature: fc.constantFrom("s", "redacted_thinking:r"),
    origin: fc.constantFrom("anthropic", "gemini"),
  });
  const asked = id.map((callId) => ({ ...call, callId }));
  const answer = fc
    .tuple(id, fc.boolean(), fc.constantFrom("", " ", "text"), fc.boolean())
    .map(([callId, isError, content, hasImage]) => ({
      ...result,
      callId,
      isError,
      content,
      ...(hasImage && { images: [image] }),
    }));
  const message = fc.oneof(
    fc.record({ role: fc.constant("user" as const), content: fc.array(fc.oneof(text, fc.constant(image))) }),
    fc.record({ role: fc.constant("assistant" as const), content: fc.array(fc.oneof(text, thought, asked)) }),
    fc.record({ role: fc.constant("tool" as const), content: fc.array(answer) }),
  );
  const history = fc.array(message, { maxLength: 10 });

  it("gives a request that the vendor accepts", () => {
    fc.assert(
      fc.property(history, fc.string(), (messages, systemPrompt) => {
        const body = bodyOf({ systemPrompt, messages, tools: [tool] });
        expect(() => servedAnthropic.readRequest({ path: "/v1/messages", body })).not.toThrow();
      }),
    );
  });

  it("begins every request with the previous one, except for breakpoints", () => {
    fc.assert(
      fc.property(history, (messages) => {
        expect(faultsOfGrowth(encoderFor, { messages, mark: marker })).toEqual([]);
      }),
    );
  });
});

describe("toReplySchema", () => {
  it("closes objects and drops rejected keywords, at any depth", () => {
    const schema = {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      properties: {
        minimum: { type: "number", minimum: 1, description: "least" },
        list: {
          type: "array",
          minItems: 2,
          items: { type: "object", properties: { a: { type: "string", maxLength: 3 } } },
        },
        either: { anyOf: [{ type: "string", minLength: 1 }, { type: "null" }] },
      },
      required: ["minimum"],
    };
    expect(toReplySchema(schema)).toEqual({
      type: "object",
      properties: {
        minimum: { type: "number", description: "least" },
        list: {
          type: "array",
          items: { type: "object", properties: { a: { type: "string" } }, additionalProperties: false },
        },
        either: { anyOf: [{ type: "string" }, { type: "null" }] },
      },
      required: ["minimum"],
      additionalProperties: false,
    });
  });
});

describe("the forced tool", () => {
  it("never has the name of another tool", () => {
    const output = { name: "answer", schema: {} };
    const answer = { name: "answer", description: "", inputSchema: {} };
    expect(bodyOf({ output }).tool_choice.name).toBe("answer");
    expect(bodyOf({ output, tools: [answer] }).tool_choice.name).toBe("answer_reply");
  });
});
