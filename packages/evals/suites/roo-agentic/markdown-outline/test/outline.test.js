import assert from "node:assert/strict";
import { test } from "node:test";
import { outline, renderContents } from "../src/index.js";

/** Level and text of all headings, in order. */
function headings(text) {
  const flat = (nodes) => nodes.flatMap(({ level, text, children }) => [`${level} ${text}`, ...flat(children)]);
  return flat(outline(text));
}

function slugs(...texts) {
  const flat = (nodes) => nodes.flatMap(({ slug, children }) => [slug, ...flat(children)]);
  return flat(outline(texts.map((text) => `# ${text}`).join("\n")));
}

test("fenced code holds no headings", () => {
  assert.deepEqual(headings("```js\n# no\n```\n# yes\n~~~\n# no\n```\n# no\n~~~~ \n# yes"), ["1 yes", "1 yes"]);
});

test("a fence is closed by as many signs alone", () => {
  assert.deepEqual(headings("````\n# no\n```\n# no\n```` x\n# no\n   `````\n# yes"), ["1 yes"]);
  assert.deepEqual(headings("# a\n```\n# no"), ["1 a"]);
});

test("what is no fence", () => {
  assert.deepEqual(headings("``` a`b\n# yes\n``\n# yes\n    ```\n# yes"), ["1 yes", "1 yes", "1 yes"]);
});

test("indentation", () => {
  assert.deepEqual(headings("   # yes\n    # no\n\t# no"), ["1 yes"]);
});

test("underlined headings", () => {
  assert.deepEqual(headings("A\n===\nB b\n  -  \n\nC\nd\n---"), ["1 A", "2 B b", "2 C d"]);
});

test("underlines of nothing", () => {
  assert.deepEqual(headings("---\n\n===\n# a\n---\n```\nx\n```\n===\nB\n    ===\nc\n= =\nd\n--=\n\n---"), ["1 a"]);
});

test("signs at the start", () => {
  assert.deepEqual(headings("#no\n#######  no\n###### yes\n#\tyes"), ["6 yes", "1 yes"]);
});

test("signs at the end", () => {
  assert.deepEqual(headings("## a ##\n# b #####  \n# c#\n# #\n#\n# d # e"), [
    "2 a",
    "1 b",
    "1 c#",
    "1 ",
    "1 ",
    "1 d # e",
  ]);
});

test("a line of text before a heading is no part of it", () => {
  assert.deepEqual(headings("text\n# a\nmore\n---"), ["1 a", "2 more"]);
});

test("line ends of both kinds", () => {
  assert.deepEqual(headings("# a\r\nB\r\n===\r\n```\r\n# no\r\n```\r\n## c ##\r\n"), ["1 a", "1 B", "2 c"]);
});

test("marks are not shown", () => {
  const texts = [
    "**bold** and *it* _it_",
    "`a*b*` x",
    "see [the docs](http://x/y_(z)) now",
    "snake_case_name 2*3*4 a_b",
  ];
  assert.deepEqual(
    texts.map((text) => outline(`# ${text}`)[0].text),
    ["bold and it it", "a*b* x", "see the docs now", "snake_case_name 234 a_b"],
  );
});

test("marks within marks", () => {
  assert.equal(outline("# **a *b* c** and [`x_y_` **z**](#q)")[0].text, "a b c and x_y_ z");
});

test("names of places", () => {
  assert.deepEqual(slugs("Two  Words!", "A.b/c", "Größe & Maß", "x_y-z", "数 1"), [
    "two--words",
    "abc",
    "größe--maß",
    "x_y-z",
    "数-1",
  ]);
});

test("no two places share a name", () => {
  assert.deepEqual(slugs("a", "a", "a-1", "a", "A!"), ["a", "a-1", "a-1-1", "a-2", "a-3"]);
  assert.deepEqual(slugs("b-1", "b", "b"), ["b-1", "b", "b-2"]);
});

test("headings without text have places, too", () => {
  assert.deepEqual(slugs("", "!!!", "section"), ["section", "section-1", "section-2"]);
});

test("names are made from what is shown", () => {
  assert.deepEqual(slugs("[**Bold** link](http://x)", "`code_x`"), ["bold-link", "code_x"]);
});

test("jumps in levels", () => {
  const shape = (nodes) => nodes.map(({ text, children }) => (children.length > 0 ? [text, shape(children)] : text));
  assert.deepEqual(shape(outline("### a\n# b\n### c\n## d\n#### e\n### f\n# g")), [
    "a",
    ["b", ["c", ["d", ["e", "f"]]]],
    "g",
  ]);
});

test("the table of contents is indented by depth, not by level", () => {
  assert.equal(renderContents("### a\n# b\n#### c [x] \\y"), "- [a](#a)\n- [b](#b)\n  - [c \\[x\\] \\\\y](#c-x-y)");
});

test("a text without headings", () => {
  assert.deepEqual([outline("a\n\nb"), renderContents("")], [[], ""]);
});
