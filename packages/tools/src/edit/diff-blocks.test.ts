import { describe, expect, it } from "vitest";
import { parseDiffBlocks } from "./diff-blocks.ts";

describe("a diff of SEARCH/REPLACE blocks", () => {
  it("may be marked with minus and plus", () => {
    const diff = "------- SEARCH\n-------\none\n=======\n\\------- SEARCH\n\\+++++++ REPLACE\n+++++++ REPLACE";
    expect(parseDiffBlocks(diff)).toEqual([
      { number: 1, search: ["one"], replace: ["------- SEARCH", "+++++++ REPLACE"], startLine: undefined },
    ]);
  });

  it("is read with options, ignoring prose and fences around the blocks", () => {
    const diff = [
      "Here is the change:",
      "```",
      "<<<<<<< SEARCH>",
      ":start_line:12",
      ":end_line:13",
      "-------",
      "one",
      "",
      "=======",
      "two",
      ">>>>>>> REPLACE",
      "",
      "<<<<<<< SEARCH",
      "three",
      "=======",
      ">>>>>>> REPLACE",
      "```",
    ];
    expect(parseDiffBlocks(diff.join("\r\n"))).toEqual([
      { number: 1, search: ["one", ""], replace: ["two"], startLine: 12 },
      { number: 2, search: ["three"], replace: [], startLine: undefined },
    ]);
  });

  it("may contain the markers of a merge conflict escaped, all of them", () => {
    const conflict = ["<<<<<<< HEAD", "mine", "=======", "theirs", ">>>>>>> branch"];
    const escaped = conflict.map((line) => line.replace(/^([<=>])/, "\\$1"));
    const diff = ["<<<<<<< SEARCH", ...escaped, "=======", "both", ">>>>>>> REPLACE"];
    expect(parseDiffBlocks(diff.join("\n"))).toMatchObject([{ search: conflict, replace: ["both"] }]);
  });

  it("may contain escaped markers, and other conflict markers unescaped", () => {
    const diff = [
      "<<<<<<< SEARCH",
      "<<<<<<< HEAD",
      "\\=======",
      ">>>>>>> branch",
      "=======",
      "\\<<<<<<< SEARCH",
      "\\-------",
      "\\\\=======",
      ">>>>>>> REPLACE",
    ];
    expect(parseDiffBlocks(diff.join("\n"))).toMatchObject([
      {
        search: ["<<<<<<< HEAD", "=======", ">>>>>>> branch"],
        replace: ["<<<<<<< SEARCH", "-------", "\\\\======="],
      },
    ]);
  });

  it.each([
    ["no block", "just text", "no block"],
    ["no divider", "<<<<<<< SEARCH\na\n>>>>>>> REPLACE", "Line 3"],
    ["no end, as when the reply was cut off", "<<<<<<< SEARCH\na\n=======\nb", ">>>>>>> REPLACE"],
    ["a second divider", "<<<<<<< SEARCH\na\n=======\nb\n=======\nc\n>>>>>>> REPLACE", "Line 5"],
    ["a block inside a block", "<<<<<<< SEARCH\na\n<<<<<<< SEARCH\nb", "Line 3"],
    ["an option in the replacement", "<<<<<<< SEARCH\na\n=======\n:start_line:3\n>>>>>>> REPLACE", "Line 4"],
    ["a stray end", "a\n>>>>>>> REPLACE", "Line 2"],
  ])("is refused with %s", (_, diff, reason) => {
    expect(() => parseDiffBlocks(diff)).toThrow(
      expect.objectContaining({ code: "invalid_diff", message: expect.stringContaining(reason) }),
    );
  });
});
