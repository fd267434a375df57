import { describe, expect, it } from "vitest";
import { servedBedrock } from "./bedrock.ts";
import { eventStreamFrame } from "./event-stream-frame.ts";

const user = (...content: object[]) => ({ role: "user", content });
const assistant = (...content: object[]) => ({ role: "assistant", content });
const hi = user({ text: "hi" });
const use = { toolUse: { toolUseId: "a", name: "t", input: {} } };
const result = { toolResult: { toolUseId: "a", content: [{ text: "ok" }], status: "error" } };
const toolConfig = { tools: [{ toolSpec: { name: "t", inputSchema: { json: { type: "object" } } } }] };
const point = { cachePoint: { type: "default" } };

const read = (body: Record<string, unknown>) =>
  servedBedrock.readRequest({ path: "/model/us.m%3A0/converse-stream", body });

describe("servedBedrock", () => {
  it("reads a conversation", () => {
    const messages = [hi, assistant(use), user(result, { text: "go on" }, point)];
    expect(read({ messages, toolConfig, system: [{ text: "be" }, point] })).toEqual({
      model: "us.m:0",
      system: "be",
      messages: [
        { role: "user", content: [{ type: "text", text: "hi" }] },
        { role: "assistant", content: [{ type: "tool-call", callId: "a", name: "t", input: {} }] },
        { role: "tool", content: [{ type: "tool-result", callId: "a", name: "t", content: "ok", isError: true }] },
        { role: "user", content: [{ type: "text", text: "go on" }] },
      ],
      tools: ["t"],
    });
  });

  it.each<[string, string, Record<string, unknown>]>([
    ["no messages", "start with a user", { messages: [] }],
    ["an assistant first", "start with a user", { messages: [assistant({ text: "hi" })] }],
    ["two of a role", "alternate", { messages: [hi, hi] }],
    ["empty content", "must not be empty", { messages: [user()] }],
    ["blank text", "non-whitespace", { messages: [user({ text: " " })] }],
    ["nothing but a cache point", "must not be empty", { messages: [user(point)] }],
    ["calls without tools", "toolConfig", { messages: [hi, assistant(use), user(result)] }],
    ["a call without a result", "toolResult blocks must match", { messages: [hi, assistant(use), hi], toolConfig }],
    ["a result without a call", "toolResult blocks must match", { messages: [user(result)], toolConfig }],
    ["a result behind text", "come first", { messages: [hi, assistant(use), user({ text: "x" }, result)], toolConfig }],
    [
      "thought without a signature",
      "signature",
      { messages: [hi, assistant({ reasoningContent: { reasoningText: { text: "x" } } }), hi] },
    ],
    ["an unknown image", "image format", { messages: [user({ image: { format: "bmp", source: { bytes: "aa" } } })] }],
    ["five cache points", "4 cache points", { messages: [user({ text: "x" }, point, point, point, point, point)] }],
    [
      "a tool without an object",
      "input_schema",
      { messages: [hi], toolConfig: { tools: [{ toolSpec: { name: "t", inputSchema: { json: {} } } }] } },
    ],
    ["no tools in toolConfig", "at least one tool", { messages: [hi], toolConfig: { tools: [] } }],
    ["a blank system prompt", "not be blank", { messages: [hi], system: [{ text: "" }] }],
    ["an unknown field", "extraneous key", { messages: [hi], max_tokens: 3 }],
    [
      "heated thought",
      "temperature",
      {
        messages: [hi],
        inferenceConfig: { temperature: 0 },
        additionalModelRequestFields: { thinking: { type: "adaptive" } },
      },
    ],
  ])("refuses %s", (_, words, body) => {
    expect(() => read(body)).toThrow(words);
  });
});

/** The one message in AWS's description of the framing that has an empty header block. */
it("frames as AWS does", () => {
  const empty = "000000100000000005c248eb7d98c8ff";
  expect(eventStreamFrame({}, "").toString("hex")).toBe(empty);
});
