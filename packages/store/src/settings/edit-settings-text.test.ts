import * as fc from "fast-check";
import { expect, it } from "vitest";
import { editSettingsText } from "./edit-settings-text.ts";
import { parseJsonc } from "./parse-jsonc.ts";

it.each([
  ["makes an object of nothing", "", { mode: "ask" }, '{\n  "mode": "ask"\n}\n'],
  ["puts one below comments", "// mine\n", { mode: "ask" }, '// mine\n{\n  "mode": "ask"\n}\n'],
  ["fills an empty one", "{}", { mode: "ask" }, '{\n  "mode": "ask"\n}'],
  ["keeps a comment in an empty object", "{ // mine\n}\n", { a: 1 }, '{ // mine\n  "a": 1\n}\n'],
  [
    "replaces a value and nothing else",
    '{\n\t"a": 1, // one\n\t"b":2 }',
    { a: [2] },
    '{\n\t"a": [\n\t\t2\n\t], // one\n\t"b":2 }',
  ],
  ["adds after the last", '{\n    "a": 1 // one\n}\n', { b: 2 }, '{\n    "a": 1, // one\n    "b": 2\n}\n'],
  [
    "adds below comments at the end",
    '{\n  "a": 1,\n  // "b": 0\n}\n',
    { b: 2 },
    '{\n  "a": 1,\n  // "b": 0\n  "b": 2\n}\n',
  ],
  ["stays on one line", '{"a": 1}', { b: 2 }, '{"a": 1, "b": 2}'],
  ["keeps Windows line ends", '{\r\n  "a": 1\r\n}\r\n', { b: {} }, '{\r\n  "a": 1,\r\n  "b": {}\r\n}\r\n'],
  ["removes a line", '{\n  "a": 1,\n  // two\n  "b": 2\n}', { a: undefined }, '{\n  // two\n  "b": 2\n}'],
  [
    "removes the last with the comma before it",
    '{\n  "a": 1, // one\n  "b": 2\n}',
    { b: undefined },
    '{\n  "a": 1 // one\n}',
  ],
  ["removes the only one with its trailing comma", '{\n  "a": 1, // one\n}', { a: undefined }, "{\n  // one\n}"],
  ["removes within a line", '{ "a": 1, "b": 2 }', { b: undefined }, '{ "a": 1 }'],
  ["leaves one of a key that is there twice", '{\n  "a": 1,\n  "a": 2\n}', { a: 3 }, '{\n  "a": 3\n}'],
  ["removes what is not there", '{"a": 1}', { b: undefined }, '{"a": 1}'],
])("%s", async (_, before, changes, after) => {
  expect(await editSettingsText(before, Object.entries(changes))).toBe(after);
});

it("changes only the given keys, and keeps every other value and comment in any layout", async () => {
  await fc.assert(
    fc.asyncProperty(documents, edits, async (text, changes) => {
      const expected = new Map(Object.entries(parseJsonc(text) as object));
      for (const [name, value] of changes) {
        if (value === undefined) expected.delete(name);
        else expected.set(name, JSON.parse(JSON.stringify(value)));
      }
      const edited = await editSettingsText(text, changes);
      expect(new Map(Object.entries(parseJsonc(edited) as object))).toEqual(expected);
      expect(edited.split("~note~")).toHaveLength(text.split("~note~").length);
    }),
    { numRuns: 1_000 },
  );
});

const key = fc.constantFrom("a", "b", "c", "d", "__proto__", 'q"');
const edits = fc.array(fc.tuple(key, fc.option(fc.jsonValue({ maxDepth: 2 }), { nil: undefined })), { maxLength: 4 });
const space = fc.constantFrom("", " ", "\n", "\n  ", "\r\n\t");
const gap = fc.oneof(space, fc.constantFrom(" // ~note~\n", "/* ~note~ */", "\n  // ~note~\n  "));
const property = fc
  .tuple(gap, key, space, space, fc.json({ maxDepth: 2 }), gap)
  .map(([before, name, beforeColon, afterColon, value, after]) => {
    return `${before}${JSON.stringify(name)}${beforeColon}:${afterColon}${value}${after}`;
  });
const documents = fc
  .tuple(gap, fc.array(property, { maxLength: 4 }), fc.boolean(), gap, gap)
  .map(([before, properties, hasTrailingComma, end, after]) => {
    const comma = hasTrailingComma && properties.length > 0 ? "," : "";
    return `${before}{${properties.join(",")}${comma}${end}}${after}`;
  });
