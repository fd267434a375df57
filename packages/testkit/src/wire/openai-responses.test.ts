import { describe, expect, it } from "vitest";
import { servedOpenAiResponses } from "./openai-responses.ts";
import type { WireReply } from "./served-format.ts";

const user = { type: "message", role: "user", content: [{ type: "input_text", text: "hi" }] };
const call = { type: "function_call", call_id: "c", name: "t", arguments: '{"a":1}' };
const output = { type: "function_call_output", call_id: "c", output: "done" };
const thought = {
  type: "reasoning",
  id: "rs",
  summary: [{ type: "summary_text", text: "hm" }],
  encrypted_content: "x",
};
const whole = {
  model: "gpt-5.5",
  stream: true,
  store: false,
  instructions: "Be.",
  input: [user, thought, call, output],
};

const read = (over: Record<string, unknown>) =>
  servedOpenAiResponses.readRequest({ path: "/v1/responses", body: { ...whole, ...over } });

describe("servedOpenAiResponses", () => {
  it("streams a reply as numbered events, the whole at the end", () => {
    const reply: WireReply = { reasoning: "hm", text: "A few words.", calls: [{ name: "t", arguments: "{}" }] };
    const events = servedOpenAiResponses.frames(reply).map((frame) => {
      const [, type, data] = /^event: (.*)\ndata: (.*)\n\n$/.exec(Buffer.from(frame).toString()) ?? [];
      return { eventName: type, ...JSON.parse(data ?? "") };
    });
    expect(events.map((event) => event.sequence_number)).toEqual(events.map((_, index) => index));
    expect(events.every(({ eventName, type }) => eventName === type)).toBe(true);
    const deltas = events.filter(({ type }) => type === "response.output_text.delta");
    expect(deltas.map(({ delta }) => delta).join("")).toBe("A few words.");
    const types = events.at(-1).response.output.map((item: { type: string }) => item.type);
    expect(types).toEqual(["reasoning", "message", "function_call"]);
  });

  it("reads a request as a conversation", () => {
    const tools = [{ type: "function", name: "t", description: "d", parameters: {}, strict: false }];
    expect(read({ tools })).toEqual({
      model: "gpt-5.5",
      system: "Be.",
      tools: ["t"],
      messages: [
        { role: "user", content: [{ type: "text", text: "hi" }] },
        {
          role: "assistant",
          content: [
            { type: "reasoning", text: "hm", signature: "x", origin: "openai-responses" },
            { type: "tool-call", callId: "c", name: "t", input: { a: 1 } },
          ],
        },
        {
          role: "tool",
          content: [{ type: "tool-result", callId: "c", name: "t", content: "done", isError: false }],
        },
      ],
    });
  });

  it.each<[string, RegExp, Record<string, unknown>]>([
    ["an unknown parameter", /Unknown parameter/, { max_tokens: 1 }],
    ["a temperature for a model that thinks", /temperature/, { temperature: 1 }],
    ["thought of a model that does not", /reasoning.effort/, { model: "gpt-4.1", reasoning: { effort: "low" } }],
    ["no items", /must not be empty/, { input: [] }],
    ["an item of an unknown kind", /Invalid value/, { input: [{ type: "thought" }] }],
    ["an empty message", /must not be empty/, { input: [{ ...user, content: [] }] }],
    ["half a surrogate pair", /surrogate/, { input: [{ ...user, content: [{ type: "input_text", text: "\ud83d" }] }] }],
    ["a call without its result", /No tool output/, { input: [user, call] }],
    ["a result without its call", /No tool call/, { input: [user, output] }],
    ["arguments that are no JSON", /JSON/, { input: [user, { ...call, arguments: "{" }, output] }],
    ["a name with a space", /Invalid name/, { input: [user, { ...call, name: "a b" }, output] }],
    ["thought that nothing follows", /following item/, { input: [user, thought] }],
    ["thought before a user", /following item/, { input: [thought, user] }],
    [
      "thought that is not whole",
      /encrypted_content/,
      { input: [user, { ...thought, encrypted_content: null }, call, output] },
    ],
  ])("refuses %s", (_, words, over) => {
    expect(() => read(over)).toThrow(words);
  });
});
