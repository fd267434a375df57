import { expect, it } from "vitest";
import { textParts, visibleText } from "./visible-text.ts";

it.each([
  ["an override of the direction", "if (a\u202E) return", "if (a<U+202E>) return"],
  ["a space without width", "rm\u200B -rf", "rm<U+200B> -rf"],
  ["an escape sequence", "\u001B[2J", "<U+001B>[2J"],
  ["tags", "a\u{E0041}", "a<U+E0041>"],
  ["a letter that fills nothing", "const x\u3164 = 1", "const x<U+3164> = 1"],
  ["a selector that selects nothing", "ls\uFE0F", "ls<U+FE0F>"],
])("shows %s", (_, text, shown) => {
  expect(visibleText(text)).toBe(shown);
});

it("leaves visible characters unchanged: accents, other scripts, pictures, tabs and line breaks", () => {
  const text = "näıve e\u0301 עברית 日本語 ❤\uFE0F 😀\n\tand more";
  expect(visibleText(text)).toBe(text);
  expect(textParts(text)).toEqual([{ text, isHidden: false }]);
  expect(visibleText("one\r\ntwo\rthree")).toBe("one\ntwo\nthree");
});

it("splits a text at hidden characters", () => {
  expect(textParts("a\u202E\u200Bb")).toEqual([
    { text: "a", isHidden: false },
    { text: "U+202E", isHidden: true },
    { text: "U+200B", isHidden: true },
    { text: "b", isHidden: false },
  ]);
  expect(textParts("")).toEqual([]);
});
