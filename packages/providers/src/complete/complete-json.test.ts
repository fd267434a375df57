import { ScriptedClient } from "@roo-code/testkit/scripted-client";
import { describe, expect, it } from "vitest";
import { completeJson } from "./complete-json.ts";

const { signal } = new AbortController();
const output = {
  name: "person",
  schema: {
    type: "object",
    properties: { name: { type: "string" }, age: { type: "number" } },
    required: ["name"],
  },
};
const ask = (client: ScriptedClient) => completeJson(client, { prompt: "Who?", output, signal });

describe("completeJson", () => {
  it("requests the schema and returns the object", async () => {
    const client = new ScriptedClient(['{"name": "Ada", "age": 36}']);
    expect(await ask(client)).toEqual({ name: "Ada", age: 36 });
    expect(client.requests[0]?.output).toEqual(output);
  });

  it.each([
    ["a fence", '```json\n{"name": "Ada"}\n```'],
    ["a fence between words", 'Here you are ("as asked"):\n\n```json\n{"name": "Ada"}\n```\n\nAnything else?'],
    ["words", 'Sure! {"name": "Ada"} That is all.'],
    ["thought", '<think>{"name": "Bob"}?</think>\n{"name": "Ada"}'],
    ["a trailing comma", '{"name": "Ada",}'],
  ])("reads it from %s", async (_, text) => {
    expect(await ask(new ScriptedClient([text]))).toEqual({ name: "Ada" });
  });

  it("converts values of another type", async () => {
    expect(await ask(new ScriptedClient(['{"name": "Ada", "age": "36"}']))).toEqual({ name: "Ada", age: 36 });
  });

  it.each([
    ["Ada", "It contains no valid JSON object."],
    ['{"age": 36}', 'It lacks "name".'],
    ['{"name": "Ada", "age": "old"}', 'It has values of the wrong type: "age".'],
    [{ text: '{"name": "Ada"}', stopReason: "length" as const }, "It was truncated because it was too long."],
  ])("sends the problem back once: %o", async (first, problem) => {
    const client = new ScriptedClient([first, '{"name": "Ada"}']);
    expect(await ask(client)).toEqual({ name: "Ada" });
    const [, answer, correction] = client.requests[1]?.messages ?? [];
    expect(answer?.role).toBe("assistant");
    expect(correction?.content).toMatchObject([{ text: expect.stringContaining(problem) }]);
  });

  it("gives up after the second answer", async () => {
    const client = new ScriptedClient(["no", "never", "unused"]);
    await expect(ask(client)).rejects.toMatchObject({
      code: "bad_json_reply",
      message: 'scripted did not return the requested JSON: It contains no valid JSON object. Its reply: "never"',
    });
    expect(client.remaining).toBe(1);
  });
});
