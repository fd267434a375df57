import { describe, expect, it } from "vitest";
import { servedAnthropic } from "./anthropic.ts";

const text = (value: string) => ({ type: "text", text: value });
const user = (...content: object[]) => ({ role: "user", content });
const assistant = (...content: object[]) => ({ role: "assistant", content });
const call = { type: "tool_use", id: "toolu_1", name: "read", input: {} };
const result = { type: "tool_result", tool_use_id: "toolu_1", content: "x" };
const good = { model: "claude", max_tokens: 5_000, stream: true, messages: [user(text("hello"))] };

function read(over: object, path = "/v1/messages") {
  return servedAnthropic.readRequest({ path, body: { ...good, ...over } });
}

describe("servedAnthropic.readRequest", () => {
  it("reads a conversation", () => {
    const source = { type: "base64", media_type: "image/png", data: "QUJD" };
    const thinking = { type: "thinking", thinking: "hm", signature: "s" };
    const image = { type: "image", mediaType: "image/png", data: "QUJD" };
    expect(
      read({
        system: [text("Be brief.")],
        tools: [{ name: "read", input_schema: { type: "object" } }],
        messages: [
          user(text("hello"), { type: "image", source }),
          assistant(thinking, text("Reading."), call),
          user({ ...result, content: [text("x"), { type: "image", source }] }, text("and?")),
        ],
      }),
    ).toEqual({
      model: "claude",
      system: "Be brief.",
      tools: ["read"],
      messages: [
        { role: "user", content: [text("hello"), image] },
        {
          role: "assistant",
          content: [
            { type: "reasoning", text: "hm", signature: "s", origin: "anthropic" },
            text("Reading."),
            { type: "tool-call", callId: "toolu_1", name: "read", input: {} },
          ],
        },
        {
          role: "tool",
          content: [
            { type: "tool-result", callId: "toolu_1", name: "read", content: "x", images: [image], isError: false },
          ],
        },
        { role: "user", content: [text("and?")] },
      ],
    });
  });

  it.each<[string, object]>([
    ["no model", { model: undefined }],
    ["no limit", { max_tokens: undefined }],
    ["a field it does not know", { max_completion_tokens: 5 }],
    ["no messages", { messages: [] }],
    ["the model's turn first", { messages: [assistant(text("a")), user(text("b"))] }],
    ["the model's turn last", { messages: [user(text("b")), assistant(text("a"))] }],
    ["an empty turn", { messages: [user()] }],
    ["blank text", { messages: [user(text(" \n"))] }],
    ["half a surrogate pair", { messages: [user(text("\ud83d"))] }],
    ["a call without a result", { messages: [user(text("a")), assistant(call), user(text("b"))] }],
    ["a result without a call", { messages: [user(result)] }],
    ["two results of a call", { messages: [user(text("a")), assistant(call), user(result, result)] }],
    ["words before results", { messages: [user(text("a")), assistant(call), user(text("b"), result)] }],
    ["a call twice", { messages: [user(text("a")), assistant(call, call), user(result)] }],
    ["a bad call id", { messages: [user(text("a")), assistant({ ...call, id: "a.b" }), user(text("b"))] }],
    ["arguments as text", { messages: [user(text("a")), assistant({ ...call, input: "{}" }), user(result)] }],
    [
      "an error that says nothing",
      { messages: [user(text("a")), assistant(call), user({ ...result, content: [], is_error: true })] },
    ],
    [
      "unsigned thought",
      { messages: [user(text("a")), assistant({ type: "thinking", thinking: "a" }, text("b")), user(text("c"))] },
    ],
    [
      "thought that nothing follows",
      { messages: [user(text("a")), assistant({ type: "thinking", thinking: "a", signature: "s" }), user(text("c"))] },
    ],
    [
      "an unknown image type",
      { messages: [user({ type: "image", source: { type: "base64", media_type: "image/bmp", data: "QUJD" } })] },
    ],
    [
      "five breakpoints",
      { messages: [user(...Array.from({ length: 5 }, () => ({ ...text("a"), cache_control: {} })))] },
    ],
    ["a high temperature", { temperature: 1.5 }],
    ["a temperature beside thought", { temperature: 0.5, thinking: { type: "enabled", budget_tokens: 1_024 } }],
    ["thought without room for a reply", { thinking: { type: "enabled", budget_tokens: 5_000 } }],
    ["little thought", { thinking: { type: "enabled", budget_tokens: 1_000 } }],
    ["a tool of no type", { tools: [{ name: "t", input_schema: {} }] }],
    ["a tool of several schemas", { tools: [{ name: "t", input_schema: { type: "object", anyOf: [{}] } }] }],
    ["a tool's name with a dot", { tools: [{ name: "a.b", input_schema: { type: "object" } }] }],
    ["a choice of no tool", { tool_choice: { type: "tool", name: "none" } }],
  ])("refuses %s", (_, over) => {
    expect(() => read({})).not.toThrow();
    expect(() => read(over)).toThrow("invalid_request_error");
  });

  it("accepts only its own path", () => {
    expect(() => read({}, "/v1/chat/completions")).toThrow("unknown path");
  });
});

describe("servedAnthropic.frames", () => {
  it("names every event and sends the stop reason before the end", () => {
    const frames = servedAnthropic.frames({ text: "hello there", calls: [{ name: "t", arguments: "{}" }] });
    const names = frames.map((frame) => /^event: (\w+)\ndata: \{"type":"\1"/.exec(Buffer.from(frame).toString())?.[1]);
    expect([names[0], ...names.slice(-2)]).toEqual(["message_start", "message_delta", "message_stop"]);
    expect(names).not.toContain(undefined);
  });

  it("puts an error in place of the end", () => {
    const last = servedAnthropic.frames({ text: "a", error: "overloaded" }).at(-1);
    expect(Buffer.from(last ?? []).toString()).toContain('{"type":"overloaded_error"');
  });
});
