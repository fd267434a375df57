import { describe, expect, it } from "vitest";
import { servedOllama } from "./ollama.ts";

const body = { model: "m", messages: [{ role: "user", content: "hi" }] };
const read = (over: object) => servedOllama.readRequest({ path: "/api/chat", body: { ...body, ...over } });

describe("servedOllama", () => {
  it("reads a conversation", () => {
    const messages = [
      { role: "system", content: "be" },
      { role: "user", content: "hi", images: ["/9j/AAAA"] },
      {
        role: "assistant",
        content: "",
        thinking: "hm",
        tool_calls: [{ id: "a", function: { name: "t", arguments: { a: 1 } } }],
      },
      { role: "tool", content: "one", tool_name: "t", tool_call_id: "a" },
      { role: "tool", content: "two", tool_name: "t", tool_call_id: "b" },
    ];
    expect(read({ messages })).toEqual({
      model: "m",
      system: "be",
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "hi" },
            { type: "image", mediaType: "image/jpeg", data: "/9j/AAAA" },
          ],
        },
        {
          role: "assistant",
          content: [
            { type: "reasoning", text: "hm" },
            { type: "tool-call", callId: "a", name: "t", input: { a: 1 } },
          ],
        },
        {
          role: "tool",
          content: [
            { type: "tool-result", callId: "a", name: "t", content: "one", isError: false },
            { type: "tool-result", callId: "b", name: "t", content: "two", isError: false },
          ],
        },
      ],
      tools: [],
    });
  });

  it.each([
    [{ model: "" }, "model is required"],
    [{ messages: {} }, "expected a list"],
    [{ messages: [{ role: "user", content: [{ type: "text" }] }] }, "cannot unmarshal"],
    [{ messages: [{ role: "human", content: "hi" }] }, "invalid role"],
    [{ messages: [{ role: "user", content: "hi", images: ["data:image/png;base64,aa"] }] }, "illegal base64"],
    [
      { messages: [{ role: "assistant", content: "", tool_calls: [{ function: { name: "t", arguments: "{}" } }] }] },
      "expected an object",
    ],
    [{ tools: [{ type: "function", function: { name: "t", parameters: {} } }] }, "invalid tool parameters"],
    [{ options: { num_ctx: "many" } }, "invalid options"],
    [{ think: "very" }, "invalid think"],
    [{ keep_alive: "soon" }, "invalid duration"],
    [{ format: 3 }, "invalid format"],
  ])("refuses %j", (over, words) => {
    expect(() => read(over)).toThrow(words);
  });

  it("refuses another path", () => {
    expect(() => servedOllama.readRequest({ path: "/v1/chat/completions", body })).toThrow("not found");
  });

  it("ends a reply with its counts, or with an error", () => {
    const lines = (reply: object) =>
      servedOllama.frames(reply).map((line): unknown => JSON.parse(Buffer.from(line).toString()));
    expect(lines({ text: "ok", usage: { input: 3, output: 1 } })).toMatchObject([
      { message: { content: "ok" }, done: false },
      { done: true, done_reason: "stop", prompt_eval_count: 3, eval_count: 1 },
    ]);
    expect(lines({ error: "unauthorized" })).toEqual([{ error: "unauthorized" }]);
  });
});
