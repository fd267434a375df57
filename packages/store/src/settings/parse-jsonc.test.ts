import * as fc from "fast-check";
import { getNodeValue, type ParseError, parseTree } from "jsonc-parser";
import { expect, it } from "vitest";
import { parseJsonc } from "./parse-jsonc.ts";

it.each([
  ['{"a": 1}', { a: 1 }],
  ['// first\n{"a": 1, /* two */ "b": [1, 2,], // end\n}\n', { a: 1, b: [1, 2] }],
  ['\uFEFF{"a": "// no comment", "b": ",}"}', { a: "// no comment", b: ",}" }],
  ['{"a": "\\"//\\\\"} // }', { a: '"//\\' }],
])("reads %j", (text, value) => {
  expect(parseJsonc(text)).toEqual(value);
});

it.each(["{,}", "[1,,]", '{"a":,}', '{"a": "x /*\n*/ "}', "{", '{"a": 1} }', "/* {}", "{'a': 1}"])(
  "refuses %j",
  (text) => {
    expect(() => parseJsonc(text)).toThrow(SyntaxError);
  },
);

it.each([
  ["comments", "/* "],
  ["strings", '"\\"'],
  ["commas", "[,  "],
])("finishes with megabytes of unterminated %s", (_, part) => {
  expect(() => parseJsonc(`/${part.repeat(1_000_000)}`)).toThrow(SyntaxError);
});

it("agrees with the parser library on what is valid, and on what it means", () => {
  const tokens = [
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    '"a"',
    '"b//"',
    '"c\\""',
    "1",
    "true",
    "null",
    " ",
    "\n",
    "// x\n",
    "/* , */",
    '"',
    "\\",
    "/",
  ];
  const soup = fc.array(fc.constantFrom(...tokens), { maxLength: 12 }).map((parts) => parts.join(""));
  const mutated = fc
    .tuple(fc.json(), fc.nat(), fc.constantFrom(...tokens))
    .map(([text, at, token]) => text.slice(0, at % (text.length + 1)) + token + text.slice(at % (text.length + 1)));
  let valid = 0;
  fc.assert(
    fc.property(fc.oneof(soup, mutated), (text) => {
      const expected = parseWithLibrary(text);
      if (expected !== undefined) valid += 1;
      expect(parseOrNothing(text)).toEqual(expected);
    }),
    { numRuns: 5_000 },
  );
  expect(valid).toBeGreaterThan(500);
});

function parseWithLibrary(text: string): unknown {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  return tree && errors.length === 0 ? { value: getNodeValue(tree) as unknown } : undefined;
}

function parseOrNothing(text: string): unknown {
  try {
    return { value: parseJsonc(text) };
  } catch {
    return undefined;
  }
}
