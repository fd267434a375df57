import { describe, expect, it } from "vitest";
import { findTruncation } from "./truncated-rewrite.ts";

const body = Array.from({ length: 30 }, (_, index) => `  step(${index}, "a {", [${index}]); // it's (open`);
const oldText = ["function run() {", ...body, "}", ""].join("\n");

describe("a truncated rewrite", () => {
  it.each([
    ["brackets are open", ["function run() {", ...body.slice(0, 5)].join("\n")],
    ["a call is open", `function run() {}\nstep(1,`],
    ["a block comment is open", "function run() {}\n/* and then"],
    ["a template is open", "function run() {}\nconst a = `and"],
    ["the last line is the beginning of an old one", 'function run() {}\n  step(3, "a'],
  ])("is seen when %s", (_, newText) => {
    expect(findTruncation(newText, oldText)).toBeTypeOf("string");
  });

  it("is recognised in prose by its last line", () => {
    const prose = Array.from({ length: 20 }, (_, index) => `Sentence number ${index} of a text.`);
    expect(findTruncation(`${prose.slice(0, 5).join("\n")}\nSentence num`, prose.join("\n"))).toBeTypeOf("string");
  });
});

describe("a shorter content", () => {
  it.each([
    ["that is whole", "function run() {\n  step(1);\n}\n"],
    ["that is empty", ""],
    ["with brackets in a comment of another language", "# see (1\nrun\n"],
    ["with brackets in strings and comments", "const a = \"{\"; // (\nconst b = '['; /* { */\n"],
    ["that ends with a whole old line", `function run() {}\n${body[3]}`],
  ])("passes: one %s", (_, newText) => {
    expect(findTruncation(newText, oldText)).toBeUndefined();
  });

  it("passes when the old content ended in the middle, too", () => {
    expect(findTruncation("a {\n", "line {\n".repeat(30))).toBeUndefined();
  });

  it("passes when it is hardly shorter", () => {
    expect(findTruncation(oldText.replace(/\}\n$/, ""), oldText)).toBeUndefined();
  });
});
