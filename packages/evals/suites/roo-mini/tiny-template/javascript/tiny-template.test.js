import assert from "node:assert/strict";
import { test } from "node:test";
import { render, TemplateError } from "./tiny-template.js";

function expectError(line, template, values = {}) {
  assert.throws(
    () => render(template, values),
    (error) => error instanceof TemplateError && error.message.startsWith(`line ${line}: `),
    template,
  );
}

test("text without tags stays as it is", () => {
  assert.equal(render("a { b } c\n}} \\ d", {}), "a { b } c\n}} \\ d");
});

test("names", () => {
  assert.equal(render("{{a}}-{{ b_2 }}-{{a}}", { a: "x", b_2: "" }), "x--x");
});

test("values are not rendered again", () => {
  assert.equal(render("{{a}}", { a: "{{b}} \\{{ $& $1" }), "{{b}} \\{{ $& $1");
});

test("filters", () => {
  assert.equal(render("{{a|upper}} {{ a | lower }} {{b|trim|upper}}.", { a: "aB", b: "  x y " }), "AB ab X Y.");
});

test("a text in place of nothing", () => {
  assert.equal(render("{{a|or:no one}}{{b|or: -}}{{c|or:x|upper}}", { a: "", c: "y" }), "no one -Y");
  assert.equal(render("{{a|trim|or:empty}}", { a: "  " }), "empty");
});

test("sections over lists", () => {
  const values = { people: [{ name: "Ann" }, { name: "Bo" }], sign: "!" };
  assert.equal(render("{{#people}}{{name}}{{sign}} {{/people}}", values), "Ann! Bo! ");
});

test("what is at hand comes first", () => {
  const values = { name: "out", list: [{ name: "in", list: [{}, { name: "deep" }] }] };
  assert.equal(render("{{#list}}{{#list}}{{name}} {{/list}}{{/list}}{{name}}", values), "in deep out");
});

test("sections with texts", () => {
  const template = "{{#a}}[{{a}}]{{/a}}{{^a}}none{{/a}}";
  assert.deepEqual(
    [render(template, { a: "x" }), render(template, { a: "" }), render(template, {})],
    ["[x]", "none", "none"],
  );
});

test("sections for nothing", () => {
  assert.equal(render("{{^l}}empty{{/l}}{{#l}}x{{/l}}", { l: [] }), "empty");
  assert.equal(render("{{^l}}empty{{/l}}{{#l}}x{{/l}}", { l: [{}, {}] }), "xx");
});

test("plain braces", () => {
  assert.equal(render("\\{{a}} {{a}} \\\\{{a}}", { a: "x" }), "{{a}} x \\{{a}}");
});

test("names that every object has", () => {
  expectError(1, "{{constructor}}");
  expectError(1, "{{a|toString}}", { a: "x" });
});

test("errors in tags", () => {
  expectError(2, "a\n{{ b", { b: "x" });
  expectError(1, "{{}}");
  expectError(1, "{{a b}}", { a: "x" });
  expectError(3, "\n\n{{a|louder}}", { a: "x" });
  expectError(1, "{{a|or}}", { a: "x" });
  expectError(1, "{{# }}{{/ }}");
});

test("errors in sections", () => {
  expectError(2, "x\n{{#a}}\n\n", { a: "x" });
  expectError(3, "{{#a}}\n{{#b}}\n{{/a}}{{/b}}", { a: "x", b: "y" });
  expectError(2, "\n{{/a}}", { a: "x" });
});

test("errors with values", () => {
  expectError(2, "x\n{{who}}");
  expectError(1, "{{who|upper|or:x}}");
  expectError(1, "{{l}}", { l: [{}] });
  expectError(1, "{{l|or:x}}", { l: [] });
});

test("what is not rendered is still read", () => {
  assert.equal(render("{{#no}}{{who}}{{/no}}.", {}), ".");
  expectError(2, "{{#no}}\n{{who|louder}}{{/no}}");
});

test("lines are counted through tags", () => {
  expectError(4, "{{ a\n}}\n\n{{who}}", { a: "x" });
});

test("texts come through unchanged", () => {
  let state = 9;
  const pick = (letters) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return letters[Math.floor(state / 65536) % letters.length];
  };
  for (let round = 0; round < 300; round += 1) {
    const text = `${Array.from({ length: 12 }, () => pick("ab {}|#/:\n")).join("")}.`
      .replaceAll("{{", "{ {")
      .replaceAll("{{", "{ {");
    const value = Array.from({ length: 6 }, () => pick("xy{}\\|\n")).join("");
    assert.equal(render(`${text}{{v}}${text}`, { v: value }), text + value + text);
  }
});
