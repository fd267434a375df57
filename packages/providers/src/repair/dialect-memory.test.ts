import { modelRequest } from "@roo-code/testkit/model-request";
import type { ApiChunk } from "@roo-code/types";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { repair, tools } from "../../test/repaired-reply.ts";
import { DialectMemory, ModelDialect } from "./dialect-memory.ts";
import { repairCalls } from "./repair-calls.ts";

const call = '<tool_call>\n{"name": "read_file", "arguments": {"path": "a"}}\n</tool_call>';
const fenced = '```json\n{"name": "read_file", "arguments": {"path": "a"}}\n```';

async function learned(text: string): Promise<ModelDialect> {
  const dialect = new ModelDialect();
  for (let reply = 0; reply < 2; reply += 1) expect((await repair({ text }, { dialect })).text).toBe(text);
  return dialect;
}

describe("a model's dialect", () => {
  it("is kept by provider and model", () => {
    const memory = new DialectMemory();
    const dialect = memory.of({ provider: "ollama", model: "m" });
    expect(memory.of({ provider: "ollama", model: "m" })).toBe(dialect);
    expect(memory.of({ provider: "lmstudio", model: "m" })).not.toBe(dialect);
  });

  it("is forgotten for the least recently used model", () => {
    const memory = new DialectMemory();
    const first = memory.of({ provider: "p", model: "0" });
    const second = memory.of({ provider: "p", model: "1" });
    for (let model = 2; model < 256; model += 1) memory.of({ provider: "p", model: String(model) });
    expect(memory.of({ provider: "p", model: "0" })).toBe(first);
    memory.of({ provider: "p", model: "one more" });
    expect(memory.of({ provider: "p", model: "0" })).toBe(first);
    expect(memory.of({ provider: "p", model: "1" })).not.toBe(second);
  });

  it("counts replies and repaired replies", async () => {
    const dialect = new ModelDialect();
    await repair({ text: "hello" }, { dialect });
    await repair({ calls: [["read_file", '{"path": "a",}']] }, { dialect });
    await repair({ text: call }, { dialect });
    expect([dialect.replies, dialect.repairedReplies]).toEqual([3, 2]);
    expect([dialect.forms[0]?.id, dialect.learnedForms]).toEqual(["tagged-json", []]);
  });

  it.each([
    ["a tag", call],
    ["a fence", fenced],
    ["tool tags", "<read_file>\n<path>a</path>\n</read_file>"],
    ["tokens", '[TOOL_CALLS]read_file[ARGS]{"path": "a"}'],
  ])("holds its calls back once it is known: %s", async (_, text) => {
    const dialect = await learned(text);
    for (const size of [1, 3, 1000]) {
      const reply = await repair({ text: `I'll read <it> [now] {ok}.\n\n${text}`, size }, { dialect });
      expect([reply.text, reply.calls]).toEqual(["I'll read <it> [now] {ok}.\n\n", [["read_file", { path: "a" }]]]);
    }
  });

  it("shows held text that is not a call, and text after a call", async () => {
    const dialect = await learned(call);
    for (const text of ["<tool_call> is a tag.", "a < b, <tool", `Say \`${call}\``, `${call}\nNow I wait.`]) {
      const reply = await repair({ text }, { dialect });
      expect(reply.text).toBe(text.replace(/^<tool_call>\n[^]*<\/tool_call>/, ""));
    }
  });

  it("shows the text before a native call in its position", async () => {
    const dialect = await learned(call);
    const { message } = await repair({ text: "Reading <tool_call>", calls: [["list_files", "{}"]] }, { dialect });
    expect(message.content).toMatchObject([{ type: "text", text: "Reading <tool_call>" }, { type: "tool-call" }]);
  });

  it.each([undefined, new Error("cut")])("loses no held text when the reply is truncated (%s)", async (error) => {
    const dialect = await learned(call);
    async function* source(): AsyncGenerator<ApiChunk> {
      yield { type: "text.delta", text: 'Hi <tool_call>{"name"' };
      if (error) throw error;
    }
    let shown = "";
    const read = async () => {
      for await (const chunk of repairCalls(source(), modelRequest({ tools }), dialect)) {
        if (chunk.type === "text.delta") shown += chunk.text;
      }
    };
    const failure = await read().catch((reason: unknown) => reason);
    expect([shown, failure]).toEqual(['Hi <tool_call>{"name"', error]);
  });

  it("never removes text from a reply without calls", async () => {
    const dialect = await learned(call);
    for (let reply = 0; reply < 2; reply += 1) await repair({ text: fenced }, { dialect });
    const piece = fc.constantFrom("<tool_call>", "<tool", "{", '"name"', "```", "json", "\n", " words ", "<", "`");
    await fc.assert(
      fc.asyncProperty(fc.array(piece), fc.integer({ min: 1, max: 9 }), async (pieces, size) => {
        const text = pieces.join("");
        expect((await repair({ text, size }, { dialect })).text).toBe(text);
      }),
      { numRuns: 100 },
    );
  });
});
