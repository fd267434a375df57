import { describe, expect, it } from "vitest";
import { repair } from "../../test/repaired-reply.ts";

/** What the model sent, what is made of it, and what is told to have been done. */
type Case = readonly [title: string, tool: string, sent: string, input: Record<string, unknown>, repaired: string];

const path = { path: "src/a.ts" };

const mended: readonly Case[] = [
  ["a trailing comma", "read_file", '{"path": "src/a.ts",}', path, "removed trailing commas"],
  [
    "trailing commas at every level",
    "read_file",
    '{"path": "src/a.ts", "files": [{"path": "b",},],\n}',
    { ...path, files: [{ path: "b" }] },
    "removed trailing commas",
  ],
  [
    "real line breaks and tabs in a string",
    "write_to_file",
    '{"path": "a.py", "content": "def f():\n\treturn 1\n"}',
    { path: "a.py", content: "def f():\n\treturn 1\n" },
    "escaped line breaks in strings",
  ],
  [
    "real and escaped line breaks in one string",
    "write_to_file",
    '{"path": "a", "content": "one\\ntwo\nthree\\\\n"}',
    { path: "a", content: "one\ntwo\nthree\\n" },
    "escaped line breaks in strings",
  ],
  ["single quotes", "read_file", "{'path': 'src/a.ts'}", path, "replaced single quotes"],
  [
    "single quotes around double ones",
    "execute_command",
    `{'command': 'echo "hi"'}`,
    { command: 'echo "hi"' },
    "replaced single quotes",
  ],
  [
    "an escaped apostrophe",
    "execute_command",
    `{"command": "echo it\\'s"}`,
    { command: "echo it's" },
    "removed needless escapes",
  ],
  [
    "Python literals",
    "list_files",
    '{"path": "src", "recursive": True}',
    { path: "src", recursive: true },
    "replaced Python literals",
  ],
  [
    "None for an argument that may be left out",
    "read_file",
    '{"path": "src/a.ts", "offset": None}',
    path,
    "replaced Python literals, converted offset",
  ],
  [
    "a Python object",
    "list_files",
    "{'path': 'src', 'recursive': False}",
    { path: "src", recursive: false },
    "replaced single quotes, replaced Python literals",
  ],
  ["a fence", "read_file", '```json\n{"path": "src/a.ts"}\n```', path, "removed text around the object"],
  ["words before it", "read_file", 'Sure, the arguments: {"path": "src/a.ts"}', path, "removed text around the object"],
  ["words after it", "read_file", '{"path": "src/a.ts"} I will wait.', path, "removed text around the object"],
  ["a token after it", "read_file", '{"path": "src/a.ts"}<|call|>', path, "removed text around the object"],
  ["a bracket too many", "read_file", '{"path": "src/a.ts"}}', path, "removed text around the object"],
  ["stray quotes after it", "list_files", '{}""', {}, "removed text around the object"],
  ["an empty object before it", "read_file", '{}{"path": "src/a.ts"}', path, "removed an empty object"],
  ["the same object twice", "read_file", '{"path":"src/a.ts"}{"path":"src/a.ts"}', path, "removed a repetition"],
  ["JSON in a string", "read_file", '"{\\"path\\": \\"src/a.ts\\"}"', path, "decoded JSON in a string"],
  [
    "JSON in a string in a string",
    "read_file",
    JSON.stringify(JSON.stringify('{"path": "src/a.ts"}')),
    path,
    "decoded JSON in a string, decoded JSON in a string",
  ],
  [
    "almost JSON in a string",
    "read_file",
    JSON.stringify('{"path": "src/a.ts",}'),
    path,
    "decoded JSON in a string, removed trailing commas",
  ],
  [
    "HTML entities throughout",
    "write_to_file",
    "{&quot;path&quot;: &quot;a.html&quot;, &quot;content&quot;: &quot;&lt;p&gt;a &amp;amp; b&lt;/p&gt;&quot;}",
    { path: "a.html", content: "<p>a &amp; b</p>" },
    "decoded HTML entities",
  ],
  ["numeric HTML entities", "read_file", "{&#34;path&#34;: &#34;src/a.ts&#34;}", path, "decoded HTML entities"],
  ["bare keys", "read_file", '{path: "src/a.ts", limit: 5}', { ...path, limit: 5 }, "added missing punctuation"],
  [
    "a missing comma",
    "read_file",
    '{"path": "src/a.ts" "limit": 5}',
    { ...path, limit: 5 },
    "added missing punctuation",
  ],
  [
    "quotes within a string",
    "write_to_file",
    '{"path": "a.js", "content": "const a = "x"; const b = "y";"}',
    { path: "a.js", content: 'const a = "x"; const b = "y";' },
    "added missing punctuation",
  ],
  [
    "escapes that JSON does not know",
    "search_files",
    String.raw`{"regex": "\d+\s*\(foo\)"}`,
    { regex: String.raw`\d+\s*\(foo\)` },
    "escaped backslashes",
  ],
  [
    "unknown escapes beside line breaks",
    "write_to_file",
    String.raw`{"path": "a.js", "content": "const r = /\d/;\nnext();"}`,
    { path: "a.js", content: "const r = /\\d/;\nnext();" },
    "escaped backslashes",
  ],
  [
    "line breaks written as escapes between values",
    "read_file",
    String.raw`{"path": "src/a.ts", "limit": \n5\n\n}`,
    { ...path, limit: 5 },
    "removed escapes between values",
  ],
  ["a number as text", "read_file", '{"path": "src/a.ts", "limit": "20"}', { ...path, limit: 20 }, "converted limit"],
  ["a boolean as text", "list_files", '{"recursive": "True"}', { recursive: true }, "converted recursive"],
  [
    "a list as text",
    "search_files",
    '{"regex": "x", "tags": "[\\"a\\", \\"b\\"]"}',
    { regex: "x", tags: ["a", "b"] },
    "converted tags",
  ],
  [
    "one value for a list",
    "search_files",
    '{"regex": "x", "tags": "a"}',
    { regex: "x", tags: ["a"] },
    "converted tags",
  ],
  [
    "one object for a list",
    "read_file",
    '{"path": "src/a.ts", "files": {"path": "b", "limit": "3"}}',
    { ...path, files: [{ path: "b", limit: 3 }] },
    "converted files, files[].limit",
  ],
  [
    "an object as text",
    "ask",
    '{"question": "q", "options": "{\\"a\\": 1}"}',
    { question: "q", options: { a: 1 } },
    "converted options",
  ],
  ["a whole number for text", "execute_command", '{"command": 42}', { command: "42" }, "converted command"],
  ["null for what may be left out", "list_files", '{"path": null}', {}, "converted path"],
  [
    "a number as text where one of two types is wanted",
    "ask",
    '{"question": "q", "kind": "2"}',
    { question: "q", kind: 2 },
    "converted kind",
  ],
  [
    "broken JSON with a value of the wrong type",
    "read_file",
    '{"path": "src/a.ts", "limit": "20",}',
    { ...path, limit: 20 },
    "removed trailing commas, converted limit",
  ],
  ["a prefixed name", "functions.read_file", '{"path": "src/a.ts"}', path, 'corrected the name "functions.read_file"'],
  [
    "a token in the name",
    "read_file<|channel|>commentary",
    '{"path": "src/a.ts"}',
    path,
    'corrected the name "read_file<|channel|>commentary"',
  ],
  [
    "a counter in the name",
    "functions.read_file:0",
    '{"path": "src/a.ts"}',
    path,
    'corrected the name "functions.read_file:0"',
  ],
  ["another case of the name", "ReadFile", '{"path": "src/a.ts"}', path, 'corrected the name "ReadFile"'],
  [
    "a name and arguments in the arguments",
    "",
    '{"name": "read_file", "arguments": {"path": "src/a.ts"}}',
    path,
    "took the name from the arguments",
  ],
];

/** What stays as it came. */
const left: readonly (readonly [title: string, tool: string, sent: string])[] = [
  ["a string cut in the middle", "write_to_file", '{"path": "a.ts", "content": "export function f() {'],
  ["a string cut after what looks like an end", "write_to_file", '{"path": "a.ts", "content": "if (x) { y(); }'],
  ["a string cut after quotes that were not escaped", "write_to_file", '{"path": "a.ts", "content": "say "hi }'],
  ["a cut key", "write_to_file", '{"path": "a.ts", "cont'],
  ["a cut after a colon", "write_to_file", '{"path": "a.ts", "content":'],
  ["a cut after a comma", "read_file", '{"path": "a.ts",'],
  ["a missing bracket", "read_file", '{"path": "src/a.ts"'],
  ["two missing brackets", "read_file", '{"path": "src/a.ts", "files": [{"path": "b"}'],
  ["a missing bracket after a number", "execute_command", '{"command": "ls", "timeout": 30'],
  ["a missing bracket after a missing comma", "read_file", '{"path": "src/a.ts" "files": [{"path": "b"}'],
  ["a missing bracket in a string", "read_file", JSON.stringify('{"path": "src/a.ts"')],
  ["a missing bracket and a missing argument", "write_to_file", '{"path": "a.ts"'],
  ["two different objects", "read_file", '{"path": "a"}{"path": "b"}'],
  ["arguments behind a bracket that came too early", "read_file", '{"path": "a"}, "limit": 5}'],
  ["a list of objects", "read_file", '[{"path": "a"}, {"path": "b"}]'],
  ["no object at all", "read_file", "src/a.ts"],
  ["a bare string", "read_file", '"src/a.ts"'],
  ["a number", "read_file", "42"],
  ["brackets that do not match", "read_file", '{"path": "a"]'],
  ["a cut object in a string", "write_to_file", JSON.stringify('{"path": "a", "content": "x')],
  ["JSON that was put into a string as it is", "write_to_file", '{"path": "p.json", "content": "{"path": "x"}"}'],
  ["a Windows path that was not escaped", "read_file", String.raw`{"path": "C:\new\dir"}`],
  ["a guess with an argument no tool has", "read_file", '{path: "a", depth: 5}'],
  ["broken JSON with a value of no use", "read_file", '{"path": "a", "limit": "many",}'],
  ["a comment that would be lost", "read_file", '{"path": "a" /* or b */ "limit": 5}'],
];

/** Valid JSON that looks as if something were wrong with it. */
const untouched: readonly (readonly [title: string, tool: string, input: Record<string, unknown>])[] = [
  ["entities in a file's content", "write_to_file", { path: "a.html", content: "&quot;a&quot; &lt;b&gt;" }],
  ["JSON in a file's content", "write_to_file", { path: "a.json", content: '{"a": 1,}' }],
  ["a fence in a file's content", "write_to_file", { path: "a.md", content: '```json\n{"name": "read_file"}\n```' }],
  ["Python in a file's content", "write_to_file", { path: "a.py", content: "x = None if True else 'a'" }],
  ["a number where text is wanted, as text", "execute_command", { command: "42" }],
  ["a list as text where text is wanted", "search_files", { regex: '["a"]' }],
  ["a value that cannot be converted", "read_file", { path: "a", limit: "many" }],
  ["one value that can be converted and one that cannot", "read_file", { path: "a", limit: "5", offset: "many" }],
  ["a fraction where text is wanted", "execute_command", { command: 1.5 }],
  ["a missing argument", "write_to_file", { path: "a" }],
  ["null where it is allowed", "ask", { question: "q", kind: null }],
  ["an argument the tool does not know", "read_file", { path: "a", depth: "5" }],
  ["a prototype's name", "ask", { question: "q", options: JSON.parse('{"__proto__": {"a": 1}}') }],
];

describe("broken arguments", () => {
  it.each(mended)("are mended: %s", async (_, tool, sent, input, what) => {
    const { calls, repaired, chunks, stopReason } = await repair({ calls: [[tool, sent]] });
    expect([calls.map(([, given]) => given), repaired, stopReason]).toEqual([[input], [what], "tool-calls"]);
    const message = `A call of ${calls[0]?.[0]} was repaired: ${what}.`;
    expect(chunks).toContainEqual({ type: "notice", code: "call_repaired", message });
  });

  it.each(left)("stay malformed: %s", async (_, tool, sent) => {
    const { calls, repaired } = await repair({ calls: [[tool, sent]] });
    expect([calls, repaired]).toEqual([[[tool, sent]], [undefined]]);
  });

  it.each(untouched)("that are valid pass unchanged: %s", async (_, tool, input) => {
    const { calls, repaired, chunks } = await repair({ calls: [[tool, JSON.stringify(input)]] });
    expect([calls, repaired]).toEqual([[[tool, input]], [undefined]]);
    expect(chunks.filter(({ type }) => type === "notice")).toEqual([]);
  });

  it.each(["length", "filtered"] as const)(
    "of the last call are not mended when the reply was cut (%s)",
    async (stopReason) => {
      const calls = [
        ["read_file", '{"path": "a",}'],
        ["read_file", '{"path": "b",}'],
      ] as const;
      const reply = await repair({ calls, stopReason });
      expect(reply.calls).toEqual([
        ["read_file", { path: "a" }],
        ["read_file", '{"path": "b",}'],
      ]);
      expect(reply.stopReason).toBe(stopReason);
    },
  );

  it("with an unknown or missing name are unchanged", async () => {
    const { calls, repaired } = await repair({
      calls: [
        ["fly", '{"to": "moon"}'],
        ["", '{"path": "a"}'],
        [" ", "x"],
      ],
    });
    expect(calls).toEqual([
      ["fly", { to: "moon" }],
      ["", { path: "a" }],
      [" ", "x"],
    ]);
    expect(repaired).toEqual([undefined, undefined, undefined]);
  });

  it("do not delay valid calls beside them", async () => {
    const { chunks } = await repair({
      calls: [
        ["read_file", '{"path": "a",}'],
        ["list_files", "{}"],
      ],
    });
    const ends = chunks.flatMap((chunk) => (chunk.type === "call.end" ? [chunk.callId] : []));
    expect(ends).toEqual(["call_1", "call_0"]);
  });
});
