import { isDeepStrictEqual } from "node:util";
import { modelRequest } from "@roo-code/testkit/model-request";
import type { ApiChunk } from "@roo-code/types";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chunksOf, repair, tools } from "../../test/repaired-reply.ts";
import { hasTopLevelTypes } from "./input-schema.ts";
import { repairCalls } from "./repair-calls.ts";

const names = tools.map(({ name }) => name);
const schemaOf = (name: string) => tools.find((tool) => tool.name === name)?.inputSchema ?? {};

/** Text in which every form begins, ends and breaks. */
const scrap = fc.oneof(
  fc.constantFrom(
    "{",
    "}",
    "[",
    "]",
    '"',
    "'",
    "`",
    "```json\n",
    "```",
    ",",
    ":",
    "\\",
    "\\n",
    "\n",
    " ",
    "True",
    "&quot;",
    "5",
    "<tool_call>",
    "</tool_call>",
    "<function=read_file>",
    "<parameter=path>",
    "</parameter>",
    "</function>",
    '<invoke name="read_file">',
    '<parameter name="path">',
    "</invoke>",
    "<read_file>",
    "<path>",
    "</path>",
    "</read_file>",
    "<args>",
    "</args>",
    "[TOOL_CALLS]",
    "[ARGS]",
    "<|python_tag|>",
    "<｜tool▁call▁begin｜>",

    "<｜tool▁sep｜>",
    "commentary to=functions.read_file ",
    "<|message|>",
    "<think>",
    "</think>",
    "read_file",
    "path",
    '{"name": "read_file", "arguments": ',
    '{"path": "a"}',
    '"limit": "5"',
    "<arg_key>",
    "</arg_key>",
    "> ",
  ),
  fc.string({ maxLength: 5 }),
);
const scraps = fc.array(scrap, { maxLength: 30 }).map((pieces) => pieces.join(""));
const stopReasons = fc.constantFrom("end" as const, "tool-calls" as const, "length" as const, "filtered" as const);

describe("repairCalls", () => {
  it("never changes a valid call", async () => {
    const path = fc.string();
    const calls = fc.oneof(
      fc.record({
        name: fc.constant("read_file"),
        input: fc.record({ path, limit: fc.double({ noNaN: true, noDefaultInfinity: true }) }),
      }),
      fc.record({
        name: fc.constant("write_to_file"),
        input: fc.record({ path, content: fc.oneof(scraps, fc.json()) }),
      }),
      fc.record({
        name: fc.constant("list_files"),
        input: fc.record({ path, recursive: fc.boolean() }, { requiredKeys: [] }),
      }),
      fc.record({
        name: fc.constant("ask"),
        input: fc.record({ question: path, options: fc.dictionary(fc.string(), fc.jsonValue()) }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(calls, { minLength: 1, maxLength: 3 }),
        scraps,
        stopReasons,
        async (made, text, stopReason) => {
          const reply = {
            text,
            stopReason,
            calls: made.map(({ name, input }) => [name, JSON.stringify(input)] as const),
          };
          const sent: ApiChunk[] = [];
          for await (const chunk of chunksOf(reply)) sent.push(chunk);
          const passed: ApiChunk[] = [];
          for await (const chunk of repairCalls(chunksOf(reply), modelRequest({ tools }))) passed.push(chunk);
          expect(passed).toEqual(sent);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("never fails, keeps all text, and repairs only to what the tool's schema accepts", async () => {
    const calls = fc.array(
      fc.tuple(fc.oneof(fc.constantFrom(...names, "", "functions.read_file"), fc.string()), scraps),
      { maxLength: 2 },
    );
    await fc.assert(
      fc.asyncProperty(scraps, calls, stopReasons, async (text, made, stopReason) => {
        const reply = await repair({ text, calls: made, stopReason });
        expect(reply.text).toBe(text);
        for (const [index, [name, input]] of reply.calls.entries()) {
          if (reply.repaired[index] === undefined || typeof input === "string") continue;
          expect(names).toContain(name);
          expect(hasTopLevelTypes(input as Record<string, unknown>, schemaOf(name))).toBe(true);
        }
      }),
      { numRuns: 100 },
    );
  });

  it("never completes a truncated call", async () => {
    const input = { path: "a.ts", content: 'if (x) {\n  say("it\'s", `{"a": [1]}`);\n}\n' };
    const whole = JSON.stringify(input);
    const forms = [
      whole,
      `<tool_call>{"name": "write_to_file", "arguments": ${whole}}</tool_call>`,
      `<function=write_to_file><parameter=path>a.ts</parameter><parameter=content>\n${input.content}\n</parameter></function>`,
      `<write_to_file><path>a.ts</path><content>\n${input.content}\n</content></write_to_file>`,
      `[TOOL_CALLS]write_to_file[ARGS]${whole}`,
      `\`\`\`json\n{"name": "write_to_file", "arguments": ${whole}}\n\`\`\``,
      `<invoke name="write_to_file"><parameter name="path">a.ts</parameter><parameter name="content">${input.content}</parameter></invoke>`,
      `<tool_call>write_to_file<arg_key>path</arg_key><arg_value>a.ts</arg_value><arg_key>content</arg_key><arg_value>${input.content}</arg_value></tool_call>`,
      `<｜tool▁call▁begin｜>write_to_file<｜tool▁sep｜>${whole}<｜tool▁call▁end｜>`,
      `<|channel|>commentary to=functions.write_to_file json<|message|>${whole}<|call|>`,
    ];
    for (const [index, form] of forms.entries()) {
      for (let length = 1; length < form.length; length += 1) {
        const text = form.slice(0, length);
        const reply = index === 0 ? { calls: [["write_to_file", text] as const] } : { text };
        const { calls } = await repair({ ...reply, size: 1000 });
        const run = calls.map(([, made]) => made).filter((made) => typeof made !== "string");
        expect(run.every((made) => isDeepStrictEqual(made, input))).toBe(true);
      }
    }
  });

  it.each([
    ["opening brackets", "{"],
    ["opening lists", "["],
    ["objects that open", '{"name": '],
    ["quotes", '"'],
    ["single quotes", "{'"],
    ["backslashes", "\\"],
    ["commas and space", ", "],
    ["fences", "```json\n{"],
    ["Hermes tags", "<tool_call>{"],
    ["Hermes tags with a name", "<tool_call>read_file "],
    ["function tags", "<function=read_file><parameter=path>"],
    ["closing parameters", "<function=read_file><parameter=path></parameter> x"],
    ["tool tags", "<read_file><path></path> "],
    ["nested tool tags", "<read_file><args><file>"],
    ["invoke tags", '<invoke name="read_file">'],
    ["Mistral tokens", "[TOOL_CALLS]read_file{"],
    ["harmony heads", "to=functions.read_file {"],
    ["DeepSeek tokens", "<｜tool▁call▁begin｜>read_file<｜tool▁sep｜>{"],
    ["thoughts", "<think></think>"],
    ["whole calls", '{"name": "read_file", "arguments": {"path": "a"}}\n'],
    ["entities", "{&quot;"],
    ["words and quotes", 'x" '],
  ])("handles a flood of %s", async (_, unit) => {
    const text = unit.repeat(Math.ceil(400_000 / unit.length));
    const calls = [
      ["read_file", `{"path": "${text}`],
      ["read_file", `{"path": ${text}}`],
      ["read_file", text],
    ] as const;
    await repair({ text, size: 4096 });
    const { repaired } = await repair({ calls, size: 4096 });
    expect(repaired).toHaveLength(3);
  });

  it("streams text", async () => {
    const shown: string[] = [];
    async function* slow(): AsyncGenerator<ApiChunk> {
      yield { type: "message.start" };
      for (const text of ["<tool", "_call>", "{"]) {
        yield { type: "text.delta", text };
        expect(shown.at(-1)).toBe(text);
      }
      yield { type: "message.end", stopReason: "end" };
    }
    for await (const chunk of repairCalls(slow(), modelRequest({ tools }))) {
      if (chunk.type === "text.delta") shown.push(chunk.text);
    }
    expect(shown).toHaveLength(3);
  });

  it("closes its source when it is closed early", async () => {
    let isClosed = false;
    async function* source(): AsyncGenerator<ApiChunk> {
      try {
        yield { type: "text.delta", text: "a" };
        yield { type: "text.delta", text: "b" };
      } finally {
        isClosed = true;
      }
    }
    for await (const _ of repairCalls(source(), modelRequest({ tools }))) break;
    expect(isClosed).toBe(true);
  });

  it("passes a failure on", async () => {
    async function* source(): AsyncGenerator<ApiChunk> {
      yield { type: "call.start", callId: "c", name: "read_file" };
      throw new Error("cut");
    }
    const read = async () => {
      for await (const _ of repairCalls(source(), modelRequest({ tools })));
    };
    await expect(read()).rejects.toThrow("cut");
  });
});
