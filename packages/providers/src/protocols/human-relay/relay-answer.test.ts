import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseAnswer } from "./relay-answer.ts";

const call = '{"tool": "read_file", "input": {"path": "a.txt"}}';
const read = { name: "read_file", arguments: '{"path":"a.txt"}' };

describe("parseAnswer", () => {
  it.each<[string, string, ReturnType<typeof parseAnswer>]>([
    ["words", "  It is done.\n", { text: "It is done.", calls: [] }],
    ["a call in a fence", `I look.\n\n\`\`\`json\n${call}\n\`\`\`\n`, { text: "I look.", calls: [read] }],
    ["a fence without a language", `\`\`\`\n${call}\n\`\`\``, { text: "", calls: [read] }],
    ["a fence that is never closed", `\`\`\`json\n${call}`, { text: "", calls: [read] }],
    ["a fence on one line", `\`\`\`json ${call} \`\`\``, { text: "", calls: [read] }],
    ["words after the call", `\`\`\`json\n${call}\n\`\`\`\nI wait.`, { text: "I wait.", calls: [read] }],
    ["lost fences", `I look.\n${call}\nI wait.`, { text: "I look.\nI wait.", calls: [read] }],
    [
      "a call over several lines",
      `{\n "tool": "read_file",\n "input": {\n "path": "a.txt"\n }\n}`,
      { text: "", calls: [read] },
    ],
    ["several fences", `\`\`\`json\n${call}\n\`\`\`\n\`\`\`json\n${call}\n\`\`\``, { text: "", calls: [read, read] }],
    ["several calls in one fence", `\`\`\`json\n${call}\n${call}\n\`\`\``, { text: "", calls: [read, read] }],
    ["a list of calls", `\`\`\`json\n[${call}, ${call}]\n\`\`\``, { text: "", calls: [read, read] }],
    ["carriage returns", `\`\`\`json\r\n${call}\r\n\`\`\`\r\n`, { text: "", calls: [read] }],
    ["no input", '```json\n{"tool": "finish"}\n```', { text: "", calls: [{ name: "finish", arguments: "{}" }] }],
    [
      "another word for input",
      '{"tool": "t", "arguments": {"a": 1}}',
      { text: "", calls: [{ name: "t", arguments: '{"a":1}' }] },
    ],
    [
      "a wrong name",
      '{"tool": "no such tool!", "input": {}}',
      { text: "", calls: [{ name: "no such tool!", arguments: "{}" }] },
    ],
    ["other code", '```json\n{"a": 1}\n```', { text: '```json\n{"a": 1}\n```', calls: [] }],
    [
      "an example",
      '```ts\nconst tool = { "tool": 1 };\n```',
      { text: '```ts\nconst tool = { "tool": 1 };\n```', calls: [] },
    ],
    [
      "braces and fences within a string",
      '```json\n{"tool": "write", "input": {"text": "} ``` \\" {"}}\n```',
      { text: "", calls: [{ name: "write", arguments: '{"text":"} ``` \\" {"}' }] },
    ],
    [
      "arguments that are no JSON",
      '```json\n{"tool": "write", "input": {"text": "one\ntwo"}}\n```',
      { text: "", calls: [{ name: "write", arguments: '{"text": "one\ntwo"}' }] },
    ],
  ])("reads %s", (_, pasted, expected) => {
    expect(parseAnswer(pasted)).toEqual(expected);
  });

  it("finds every call in the documented form, whatever it contains", () => {
    const calls = fc.array(
      fc.record({ tool: fc.stringMatching(/^[a-z_]{1,9}$/), input: fc.dictionary(fc.string(), fc.jsonValue()) }),
    );
    fc.assert(
      fc.property(calls, (written) => {
        const pasted = written.map((one) => `Next:\n\`\`\`json\n${JSON.stringify(one)}\n\`\`\``).join("\n");
        const found = parseAnswer(pasted).calls.map(({ name, arguments: given }) => ({
          tool: name,
          input: JSON.parse(given),
        }));
        expect(found).toEqual(JSON.parse(JSON.stringify(written)));
      }),
    );
  });

  it("keeps all text that is not a call", () => {
    const pasted = fc.string({ unit: fc.constantFrom("`", "```\n", "{", "}", '"', "\\", "\n", "tool:", "a") });
    const words = (text: string) => text.replaceAll(/\s/g, "");
    fc.assert(
      fc.property(pasted, (text) => {
        expect(words(parseAnswer(text).text)).toBe(words(text));
      }),
    );
  });
});
