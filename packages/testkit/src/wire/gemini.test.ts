import { describe, expect, it } from "vitest";
import { servedGemini } from "./gemini.ts";

const path = "/v1beta/models/gemini-3.1-pro-preview:streamGenerateContent?alt=sse";
const user = { role: "user", parts: [{ text: "hello" }] };
const call = { functionCall: { id: "a", name: "read", args: {} }, thoughtSignature: "sig" };
const response = { functionResponse: { id: "a", name: "read", response: { output: "text" } } };
const unsigned = { functionCall: call.functionCall };
const renamed = { ...call, functionCall: { id: "a", name: "write" } };
const asked = { role: "model", parts: [call] };
const answered = { role: "user", parts: [response] };

const read = (contents: unknown[], more: object = {}) =>
  servedGemini.readRequest({ path, body: { contents, ...more } });

describe("servedGemini", () => {
  it("reads a conversation with calls, results and thoughts", () => {
    const more = {
      systemInstruction: { parts: [{ text: "Be a test." }] },
      tools: [{ functionDeclarations: [{ name: "read", description: "" }] }],
    };
    const thought = { text: "hm", thought: true };
    const said = { role: "user", parts: [{ ...response }, { text: "go on" }] };
    expect(read([user, { role: "model", parts: [thought, call] }, said], more)).toEqual({
      model: "gemini-3.1-pro-preview",
      system: "Be a test.",
      tools: ["read"],
      messages: [
        { role: "user", content: [{ type: "text", text: "hello" }] },
        {
          role: "assistant",
          content: [
            { type: "reasoning", text: "hm", signature: "sig", origin: "gemini" },
            { type: "tool-call", callId: "a", name: "read", input: {} },
          ],
        },
        {
          role: "tool",
          content: [{ type: "tool-result", callId: "a", name: "read", content: "text", isError: false }],
        },
        { role: "user", content: [{ type: "text", text: "go on" }] },
      ],
    });
  });

  it.each<[string, RegExp, unknown[], object?]>([
    ["nothing", /not specified/, []],
    ["a model that speaks first", /first content must have the role user/, [asked, answered]],
    ["an empty content", /parts must not be empty/, [user, { role: "model", parts: [] }]],
    ["an empty text", /text must not be empty/, [{ role: "user", parts: [{ text: "" }] }]],
    ["an unknown role", /valid roles/, [user, { role: "tool", parts: [{ text: "x" }] }]],
    ["a call without a result", /ends with calls/, [user, asked]],
    ["a call that is passed over", /number of function/, [user, asked, user]],
    ["a result without a call", /number of function/, [user, answered]],
    ["two results of one call", /number of function/, [user, asked, { role: "user", parts: [response, response] }]],
    ["a result under another name", /another name/, [user, { role: "model", parts: [renamed] }, answered]],
    ["a call without a signature", /thought_signature/, [user, { role: "model", parts: [unsigned] }, answered]],
    ["a name with a space", /function name/, [user], { tools: [{ functionDeclarations: [{ name: "a b" }] }] }],
    ["half a character", /not valid Unicode/, [{ role: "user", parts: [{ text: "\ud83d" }] }]],
    ["an unknown field", /unknown name/, [user], { messages: [] }],
  ])("refuses %s", (_, words, contents, more) => {
    expect(() => read(contents, more)).toThrow(words);
  });

  it("refuses another method", () => {
    const ask = (where: string) => servedGemini.readRequest({ path: where, body: { contents: [user] } });
    expect(() => ask("/v1beta/models/m:generateContent?alt=sse")).toThrow(/unknown method/);
    expect(() => ask(path.replace("?alt=sse", ""))).toThrow(/alt=sse/);
  });

  it("sends arguments in one piece, the finish reason last, and counts thoughts separately", () => {
    const frames = servedGemini.frames({
      reasoning: "hm",
      signature: "sig",
      calls: [{ name: "read", arguments: '{"path":"a"}' }],
      usage: { input: 10, output: 7, reasoning: 3 },
    });
    const events = frames.map((frame) => JSON.parse(Buffer.from(frame).toString().slice("data: ".length)));
    expect(events.map((event) => event.candidates[0].content.parts[0])).toEqual([
      { text: "hm", thought: true },
      { functionCall: { name: "read", args: { path: "a" } }, thoughtSignature: "sig" },
      { text: "" },
    ]);
    expect(events.at(-1)).toMatchObject({
      candidates: [{ finishReason: "STOP" }],
      usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 4, thoughtsTokenCount: 3 },
    });
  });
});
