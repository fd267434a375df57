import { describe, expect, it } from "vitest";
import { servedOpenAiChat, servedOpenRouter } from "./openai-chat.ts";

const system = { role: "system", content: "Be." };
const user = { role: "user", content: "hi" };
const called = { id: "c", type: "function", function: { name: "t", arguments: '{"a":1}' } };
const assistant = { role: "assistant", content: null, tool_calls: [called] };
const tool = { role: "tool", tool_call_id: "c", content: "done" };
const path = "/v1/chat/completions";

const read = (messages: readonly object[], over: object = {}) =>
  servedOpenAiChat.readRequest({ path, body: { model: "m", stream: true, messages, ...over } });

describe("servedOpenAiChat", () => {
  it("reads a request as a conversation", () => {
    const tools = [{ type: "function", function: { name: "t", description: "d", parameters: {} } }];
    expect(read([system, user, assistant, tool, user], { tools })).toEqual({
      model: "m",
      system: "Be.",
      tools: ["t"],
      messages: [
        { role: "user", content: [{ type: "text", text: "hi" }] },
        { role: "assistant", content: [{ type: "tool-call", callId: "c", name: "t", input: { a: 1 } }] },
        {
          role: "tool",
          content: [{ type: "tool-result", callId: "c", name: "t", content: "done", isError: false }],
        },
        { role: "user", content: [{ type: "text", text: "hi" }] },
      ],
    });
  });

  it.each<[string, RegExp, readonly object[], object?]>([
    ["an unknown parameter", /Unknown parameter/, [user], { usage: { include: true } }],
    ["no messages", /must not be empty/, []],
    ["an unknown role", /Invalid value/, [{ role: "robot", content: "hi" }]],
    ["a system message in the middle", /Invalid value/, [user, system]],
    ["a call without its result", /did not have response/, [user, assistant, user]],
    ["a result without its call", /must be a response/, [user, tool]],
    ["a reply with nothing in it", /needs tool_calls/, [user, { role: "assistant", content: null }]],
    [
      "an id that is too long",
      /40 characters/,
      [user, { ...assistant, tool_calls: [{ ...called, id: "x".repeat(41) }] }],
    ],
    [
      "the thought of another dialect",
      /Unknown parameter/,
      [user, { role: "assistant", content: "a", reasoning_details: [] }],
    ],
    ["an empty list of tools", /must not be empty/, [user], { tools: [] }],
  ])("refuses %s", (_, words, messages, over) => {
    expect(() => read(messages, over)).toThrow(words);
  });
});

describe("servedOpenRouter", () => {
  const readMarked = (contents: readonly object[]) => {
    const messages = contents.map((part) => ({ role: "user", content: [part] }));
    return servedOpenRouter.readRequest({ path: `/api${path}`, body: { model: "m", stream: true, messages } });
  };
  const marked = { type: "text", text: "hi", cache_control: { type: "ephemeral" } };

  it("accepts four cache breakpoints and no more, and none on empty text", () => {
    expect(readMarked([marked, marked, marked, marked]).messages.length).toBe(4);
    expect(() => readMarked([marked, marked, marked, marked, marked])).toThrow(/too many/);
    expect(() => readMarked([{ ...marked, text: "" }])).toThrow(/empty text/);
  });

  it("signs thoughts in details that it accepts when they come back", () => {
    const sent = Buffer.concat(servedOpenRouter.frames({ reasoning: "hm", signature: "s" })).toString();
    const details = [...sent.matchAll(/"reasoning_details":\[(.*?)\]/g)].map(([, detail]) => JSON.parse(detail ?? ""));
    expect(details).toMatchObject([{ text: "hm" }, { signature: "s" }]);
    const [first, last] = details;
    const messages = [user, { role: "assistant", content: "a", reasoning_details: [{ ...first, ...last }] }];
    const request = { path: `/api${path}`, body: { model: "m", stream: true, messages } };
    expect(servedOpenRouter.readRequest(request).messages[1]).toEqual({
      role: "assistant",
      content: [
        { type: "reasoning", text: "hm", signature: "s", origin: "openai-chat" },
        { type: "text", text: "a" },
      ],
    });
  });
});
