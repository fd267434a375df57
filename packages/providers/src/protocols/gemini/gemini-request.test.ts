import { modelRequest } from "@roo-code/testkit/model-request";
import { servedGemini } from "@roo-code/testkit/wire/gemini";
import type { AssistantMessage, Message, ModelRequest, ProviderSettings, ToolDefinition } from "@roo-code/types";
import { userMessage } from "@roo-code/types";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { faultsOfGrowth, timesEncoded } from "../../../test/growing-conversation.ts";
import { resolveConnection } from "../../connection.ts";
import { GeminiRequestEncoder } from "./gemini-request.ts";

function encoderFor(over: Partial<ProviderSettings> = {}): GeminiRequestEncoder {
  return new GeminiRequestEncoder(
    resolveConnection({ apiProvider: "gemini", apiKey: "k", apiModelId: "gemini-2.5-pro", project: "p", ...over }, {}),
  );
}

function bodyFor(request: Partial<ModelRequest>, over: Partial<ProviderSettings> = {}) {
  return JSON.parse(Buffer.concat(encoderFor(over).encode(modelRequest(request))).toString());
}

const contentsOf = (messages: readonly Message[], over: Partial<ProviderSettings> = {}) =>
  bodyFor({ messages }, over).contents;

const image = { type: "image" as const, mediaType: "image/png", data: "QUJD" };
const inline = { inlineData: { mimeType: "image/png", data: "QUJD" } };
const call = { type: "tool-call" as const, callId: "a", name: "read_file", input: { path: "x" } };
const result = { type: "tool-result" as const, callId: "a", name: "read_file", content: "text", isError: false };
const wireCall = { functionCall: { id: "a", name: "read_file", args: { path: "x" } } };
const wireResult = { functionResponse: { id: "a", name: "read_file", response: { output: "text" } } };
const assistant = (...content: AssistantMessage["content"]): Message => ({ role: "assistant", content });
const signed = (signature: string, text = "") => ({ type: "reasoning" as const, text, signature, origin: "gemini" });
const gemini3 = { apiModelId: "gemini-3.1-pro-preview" };

describe("GeminiRequestEncoder", () => {
  it("puts settings, tools and system before the contents", () => {
    const inputSchema = { $schema: "s", type: "object", properties: { path: { type: "string" } }, required: ["path"] };
    const tools: ToolDefinition[] = [
      { name: "read", description: "d", inputSchema },
      { name: "9 lives", description: "e", inputSchema: { type: "object", properties: {} } },
    ];
    const body = bodyFor({ tools }, { maxTokens: 100, temperature: 0, serviceTier: "flex", reasoningEffort: "low" });
    expect(body).toEqual({
      service_tier: "flex",
      generationConfig: {
        maxOutputTokens: 100,
        temperature: 0,
        thinkingConfig: { includeThoughts: true, thinkingBudget: 2048 },
      },
      tools: [
        {
          functionDeclarations: [
            {
              name: "read",
              description: "d",
              parametersJsonSchema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
            },
            { name: "_9_lives", description: "e" },
          ],
        },
      ],
      systemInstruction: { parts: [{ text: "You are a test." }] },
      contents: [{ role: "user", parts: [{ text: "hello" }] }],
    });
    expect(Object.keys(body).at(-1)).toBe("contents");
  });

  it("omits unset fields", () => {
    expect(Object.keys(bodyFor({ systemPrompt: "" }, { apiModelId: "gemini-2.0-flash" }))).toEqual(["contents"]);
  });

  it("requests JSON with a schema, in the prompt where tools exclude it", () => {
    const output = { name: "o", schema: { type: "object", properties: { a: { const: "x" } } } };
    const tools: ToolDefinition[] = [{ name: "t", description: "", inputSchema: {} }];
    const forced = {
      responseMimeType: "application/json",
      responseJsonSchema: { type: "object", properties: { a: { enum: ["x"], type: "string" } } },
    };
    expect(bodyFor({ output }).generationConfig).toMatchObject(forced);
    expect(bodyFor({ output, tools }, gemini3).generationConfig).toMatchObject(forced);
    const body = bodyFor({ output, tools });
    expect(body.generationConfig).toEqual({ thinkingConfig: { includeThoughts: true } });
    expect(body.systemInstruction.parts[0].text).toMatch(
      /^You are a test\.\n\nYour final reply must be .*"const":"x"/s,
    );
  });

  it("sends images, calls and results", () => {
    const look: Message = { role: "user", content: [{ type: "text", text: "look" }, image] };
    const failed: Message = { role: "tool", content: [{ ...result, content: "no such file", isError: true }] };
    expect(contentsOf([look, assistant({ type: "text", text: "Reading." }, call), failed])).toEqual([
      { role: "user", parts: [{ text: "look" }, inline] },
      { role: "model", parts: [{ text: "Reading." }, wireCall] },
      {
        role: "user",
        parts: [{ functionResponse: { id: "a", name: "read_file", response: { error: "no such file" } } }],
      },
    ]);
  });

  it("sends no ids to Vertex, which does not support them", () => {
    const history = [userMessage("go"), assistant(call), { role: "tool" as const, content: [result] }];
    expect(JSON.stringify(contentsOf(history, { apiProvider: "vertex" }))).not.toContain('"id"');
  });

  it("puts images into results since Gemini 3, and after them before", () => {
    const history: Message[] = [
      userMessage("go"),
      assistant(call),
      { role: "tool", content: [{ ...result, images: [image] }] },
    ];
    expect(contentsOf(history)[2].parts).toEqual([wireResult, { text: "Images from read_file:" }, inline]);
    expect(contentsOf(history, gemini3)[2].parts).toEqual([
      { functionResponse: { ...wireResult.functionResponse, parts: [inline] } },
    ]);
  });

  it("alternates roles, and keeps the results of one turn together", () => {
    const two = { ...call, callId: "b" };
    const history: Message[] = [
      userMessage("one"),
      userMessage("two"),
      assistant({ type: "text", text: "first" }),
      assistant(call, two),
      { role: "tool", content: [{ ...result, callId: "b", content: "second" }, result] },
      userMessage("and?"),
    ];
    expect(contentsOf(history)).toEqual([
      { role: "user", parts: [{ text: "one" }, { text: "two" }] },
      { role: "model", parts: [{ text: "first" }, wireCall, { functionCall: { ...wireCall.functionCall, id: "b" } }] },
      {
        role: "user",
        parts: [
          wireResult,
          { functionResponse: { id: "b", name: "read_file", response: { output: "second" } } },
          { text: "and?" },
        ],
      },
    ]);
  });

  it("repairs what the vendor would reject with every later request", () => {
    const history: Message[] = [
      assistant({ ...call, name: "no such.tool!", input: {}, malformed: "{" }),
      userMessage(""),
      { role: "tool", content: [{ ...result, callId: "unknown" }] },
      userMessage("cut \ud83d"),
    ];
    expect(contentsOf(history)).toEqual([
      { role: "user", parts: [{ text: "(earlier messages omitted)" }] },
      { role: "model", parts: [{ functionCall: { id: "a", name: "no_such.tool_", args: {} } }] },
      {
        role: "user",
        parts: [
          {
            functionResponse: {
              id: "a",
              name: "no_such.tool_",
              response: { error: "There is no result: the call was not run." },
            },
          },
          { text: "(empty)" },
          { text: "Result of read_file:\ntext" },
          { text: "cut \ufffd" },
        ],
      },
    ]);
  });

  it("sends each signature back on the part it came with", () => {
    const parts = (...content: AssistantMessage["content"]) =>
      contentsOf([userMessage("go"), assistant(...content), { role: "tool", content: [result] }])[1].parts;
    const text = { type: "text" as const, text: "so" };
    expect(parts(signed("s1", "hm"), call)).toEqual([
      { text: "hm", thought: true },
      { ...wireCall, thoughtSignature: "s1" },
    ]);
    expect(parts(signed("s1"), text, signed("s2"), call)).toEqual([
      { text: "so", thoughtSignature: "s1" },
      { ...wireCall, thoughtSignature: "s2" },
    ]);
    expect(parts(text, signed("s1"), image, call, signed("s2"))).toEqual([
      { text: "so" },
      { ...inline, thoughtSignature: "s1" },
      wireCall,
      { text: "", thoughtSignature: "s2" },
    ]);
    expect(parts({ ...signed("own", "hm"), origin: "gemini-thought" }, signed("s1"), signed("s2"), call)).toEqual([
      { text: "hm", thought: true, thoughtSignature: "own" },
      { text: "", thoughtSignature: "s1" },
      { ...wireCall, thoughtSignature: "s2" },
    ]);
  });

  it("drops an empty reply", () => {
    expect(contentsOf([userMessage("one"), assistant(), userMessage("two")])).toEqual([
      { role: "user", parts: [{ text: "one" }, { text: "two" }] },
    ]);
  });

  it("sends no reasoning of other vendors or without a signature", () => {
    const content: AssistantMessage["content"] = [
      { type: "reasoning", text: "secret", signature: "x", origin: "anthropic" },
      { type: "reasoning", text: "secret" },
      { type: "text", text: "said" },
    ];
    expect(contentsOf([userMessage("go"), assistant(...content)])[1].parts).toEqual([{ text: "said" }]);
  });

  it("marks the first call of another model as unsigned, where a signature is required", () => {
    const two = { ...call, callId: "b" };
    const history: Message[] = [userMessage("go"), assistant(call, two)];
    const [first, second] = contentsOf(history, gemini3)[1].parts;
    expect(first.thoughtSignature).toBe("skip_thought_signature_validator");
    expect(second).not.toHaveProperty("thoughtSignature");
    expect(contentsOf(history)[1].parts[0]).toEqual(wireCall);
  });

  it("encodes a message once", () => {
    expect(timesEncoded(encoderFor())).toBe(1);
  });

  it("encodes any history in a form that the vendor accepts, with a stable prefix", () => {
    fc.assert(
      fc.property(
        fc.array(messages, { minLength: 1, maxLength: 10 }),
        fc.constantFrom("2.5", "3.1"),
        (history, version) => {
          const over = { apiModelId: `gemini-${version}-pro` };
          expect(faultsOfGrowth(() => encoderFor(over), { messages: history })).toEqual([]);
          const path = `/v1beta/models/${over.apiModelId}:streamGenerateContent?alt=sse`;
          const body = bodyFor({ messages: [...history, userMessage("and now?")] }, over);
          expect(servedGemini.readRequest({ path, body }).messages.at(-1)?.role).toBe("user");
        },
      ),
    );
  });
});

const text = fc.record({ type: fc.constant("text" as const), text: fc.string({ unit: "binary", maxLength: 5 }) });
const callId = fc.constantFrom("a", "b", "c");
const name = fc.constantFrom("read_file", "", "ü b", "7".repeat(80));
const calls = fc.record({
  type: fc.constant("tool-call" as const),
  callId,
  name,
  input: fc.constantFrom<unknown>({ a: 1 }, 3),
});
const reasoning = fc.record({
  type: fc.constant("reasoning" as const),
  text: fc.constantFrom("", "hm"),
  signature: fc.constant("sig"),
  origin: fc.constantFrom("gemini", "gemini-thought", "anthropic"),
});
const results = fc.record({
  type: fc.constant("tool-result" as const),
  callId,
  name,
  content: fc.string(),
  images: fc.array(fc.constant(image), { maxLength: 2 }),
  isError: fc.boolean(),
});
const messages = fc.oneof(
  fc.record({
    role: fc.constant("user" as const),
    content: fc.array(fc.oneof(text, fc.constant(image)), { maxLength: 3 }),
  }),
  fc.record({
    role: fc.constant("assistant" as const),
    content: fc.array(fc.oneof(text, calls, reasoning), { maxLength: 4 }),
  }),
  fc.record({ role: fc.constant("tool" as const), content: fc.array(results, { maxLength: 3 }) }),
);
