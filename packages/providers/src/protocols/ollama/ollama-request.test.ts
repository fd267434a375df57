import { modelRequest } from "@roo-code/testkit/model-request";
import { servedOllama } from "@roo-code/testkit/wire/ollama";
import { type Message, type ModelRequest, type ProviderSettings, userMessage } from "@roo-code/types";
import { describe, expect, it } from "vitest";
import { faultsOfGrowth, timesEncoded } from "../../../test/growing-conversation.ts";
import { resolveConnection } from "../../connection.ts";
import { createOllamaEncoder } from "./ollama-request.ts";

function connect(settings: Partial<ProviderSettings> = {}, environment: Record<string, string> = {}) {
  return resolveConnection({ apiProvider: "ollama", apiModelId: "qwen3", ...settings }, environment);
}

function bodyOf(
  request: Partial<ModelRequest>,
  settings: Partial<ProviderSettings> = {},
  environment: Record<string, string> = {},
): Record<string, unknown> {
  const encoder = createOllamaEncoder(connect(settings, environment));
  const body: Record<string, unknown> = JSON.parse(Buffer.concat(encoder.encode(modelRequest(request))).toString());
  servedOllama.readRequest({ path: "/api/chat", body });
  return body;
}

const tool = { name: "read_file", description: "Reads.", inputSchema: { type: "object" } };
const image = { type: "image" as const, mediaType: "image/png", data: "aW1hZ2U=" };
const messages: Message[] = [
  { role: "user", content: [{ type: "text", text: "look" }, { type: "text", text: "here" }, image] },
  {
    role: "assistant",
    content: [
      { type: "reasoning", text: "hm", origin: "ollama" },
      { type: "reasoning", text: "another's", signature: "s", origin: "anthropic" },
      { type: "tool-call", callId: "a", name: "read_file", input: { path: "a" } },
      { type: "tool-call", callId: "b", name: "read_file", input: {}, malformed: "{" },
    ],
  },
  {
    role: "tool",
    content: [
      { type: "tool-result", callId: "a", name: "read_file", content: "text", images: [image], isError: false },
      { type: "tool-result", callId: "b", name: "read_file", content: "no", isError: true },
    ],
  },
];

it("writes a conversation in Ollama's format", () => {
  expect(bodyOf({ messages, tools: [tool] })).toEqual({
    model: "qwen3",
    stream: true,
    truncate: false,
    shift: false,
    keep_alive: "30m",
    options: { num_ctx: 32_768 },
    tools: [
      { type: "function", function: { name: "read_file", description: "Reads.", parameters: { type: "object" } } },
    ],
    messages: [
      { role: "system", content: "You are a test." },
      { role: "user", content: "look\n\nhere", images: [image.data] },
      {
        role: "assistant",
        content: "",
        thinking: "hm",
        tool_calls: [
          { id: "a", function: { name: "read_file", arguments: { path: "a" } } },
          { id: "b", function: { name: "read_file", arguments: {} } },
        ],
      },
      { role: "tool", tool_name: "read_file", tool_call_id: "a", content: "text" },
      { role: "tool", tool_name: "read_file", tool_call_id: "b", content: "no" },
      { role: "user", content: "Images from read_file:", images: [image.data] },
    ],
  });
});

it("encodes a message once", () => {
  expect(timesEncoded(createOllamaEncoder(connect()))).toBe(1);
});

it("begins with the bytes of the previous request", () => {
  expect(
    faultsOfGrowth(() => createOllamaEncoder(connect()), {
      messages: [...messages, userMessage("half \ud83d")],
      request: { tools: [tool] },
    }),
  ).toEqual([]);
});

it("requests output with a schema", () => {
  const schema = { type: "object", properties: { a: { type: "number" } } };
  expect(bodyOf({ output: { name: "answer", schema } }).format).toEqual(schema);
});

describe("the size of the context", () => {
  it.each<[Partial<ProviderSettings>, Record<string, string>, number | undefined]>([
    [{ contextWindow: 8_192 }, { OLLAMA_CONTEXT_LENGTH: "4096" }, 8_192],
    [{}, { OLLAMA_CONTEXT_LENGTH: "65536" }, 65_536],
    [{}, { OLLAMA_CONTEXT_LENGTH: "lots" }, 32_768],
    [{ apiModelId: "gpt-oss:120b-cloud" }, {}, undefined],
    [{ apiBaseUrl: "https://ollama.com" }, {}, undefined],
  ])("with %j and %j", (settings, environment, expected) => {
    expect(bodyOf({}, settings, environment).options).toEqual(expected === undefined ? {} : { num_ctx: expected });
  });
});

it("sends the other settings", () => {
  const body = bodyOf({}, { maxTokens: 100, temperature: 0.5, contextWindow: 1_000 }, { OLLAMA_KEEP_ALIVE: "-1" });
  expect(body.options).toEqual({ num_ctx: 1_000, num_predict: 100, temperature: 0.5 });
  expect(body.keep_alive).toBe(-1);
});

it.each<[Partial<ProviderSettings>, unknown]>([
  [{}, undefined],
  [{ reasoningEffort: "none" }, false],
  [{ reasoningEffort: "low" }, true],
  [{ reasoningEffort: "xhigh", apiModelId: "gpt-oss:20b" }, "high"],
  [{ reasoningEffort: "minimal", apiModelId: "gpt-oss:20b" }, "low"],
])("requests thinking with %j", (settings, think) => {
  expect(bodyOf({}, settings).think).toEqual(think);
});
