import { createTempWorkspace, type TempWorkspace } from "@roo-code/testkit/temp-workspace";
import { describe, expect, it } from "vitest";
import { ToolCaller } from "../test/call-tool.ts";
import { applyDiff } from "./apply-diff.ts";
import { parseDiffBlocks } from "./edit/diff-blocks.ts";
import { readFile } from "./read-file.ts";

describe("apply_diff", () => {
  it("describes a format that it accepts", () => {
    expect(parseDiffBlocks(applyDiff.description)).toEqual([
      {
        number: 1,
        search: ["lines as they are in the file"],
        replace: ["new lines"],
        startLine: 12,
      },
    ]);
  });

  it("applies several blocks and reports their lines", async () => {
    await using temp = createTempWorkspace({ "a.txt": "one\ntwo\nthree\nfour\n" });
    const output = await edit(temp, block("four", "4"), block("one\ntwo", "1"));
    expect(temp.readText("a.txt")).toBe("1\nthree\n4\n");
    expect(JSON.parse(output)).toEqual({
      path: "a.txt",
      operation: "modified",
      notice: "Saved: block 2 at lines 1-2; block 1 at lines 4-4.",
    });
  });

  it("changes several files or none, and reports every failure", async () => {
    await using temp = createTempWorkspace({ "a.txt": "one\n", "b.txt": "two\nthree\n" });
    const caller = new ToolCaller(temp);
    const files = [
      { path: "a.txt", diff: block("one", "1") },
      { path: "./b.txt", diff: block("two", "2") },
      { path: "b.txt", diff: block("three", "3") },
    ];
    const broken = [...files, { path: "c.txt", diff: block("x", "y") }, { path: "a.txt", diff: block("zero", "0") }];
    await expect(caller.call(applyDiff, { files: broken })).rejects.toThrow(
      /Block 2 of 2 was not found in "a\.txt"[^]*no file "c\.txt"/,
    );
    expect([temp.readText("a.txt"), temp.readText("b.txt")]).toEqual(["one\n", "two\nthree\n"]);
    const [first, ...others] = files;
    const { content } = await caller.call(applyDiff, { ...first, files: others });
    expect(content.split("\n").map((line) => JSON.parse(line).path)).toEqual(["a.txt", "b.txt"]);
    expect([temp.readText("a.txt"), temp.readText("b.txt")]).toEqual(["1\n", "2\n3\n"]);
  });

  it("shortens the report for many blocks", async () => {
    const lines = Array.from({ length: 300 }, (_, index) => `line ${index};`);
    await using temp = createTempWorkspace({ "a.ts": lines.join("\n") });
    const diff = lines.map((line) => block(line, line.toUpperCase())).join("\n");
    const { content } = await new ToolCaller(temp).call(applyDiff, { path: "a.ts", diff });
    expect(content).toMatch(/block 20 at lines 20-20; and 280 more\./);
  });

  it("applies all blocks or none, and reports every failure", async () => {
    await using temp = createTempWorkspace({ "a.txt": "one\ntwo\nthree\n" });
    const failed = edit(temp, block("one", "1"), block("missing text", "x"), block("also not there", "y"));
    await expect(failed).rejects.toMatchObject({
      code: "no_match",
      message: expect.stringMatching(/Block 2 of 3[^]*Block 3 of 3/),
    });
    expect(temp.readText("a.txt")).toBe("one\ntwo\nthree\n");
  });

  it("refuses a text that matches two places, and names both", async () => {
    await using temp = createTempWorkspace({ "a.txt": "same\nother\nsame\n" });
    await expect(edit(temp, block("same", "new"))).rejects.toMatchObject({
      code: "ambiguous_match",
      message: expect.stringContaining("lines 1 and 3"),
    });
    expect(temp.readText("a.txt")).toBe("same\nother\nsame\n");
  });

  it.each([
    [1, "new\nother\nsame\n"],
    [3, "same\nother\nnew\n"],
  ])("lets start line %d choose between two places", async (startLine, expected) => {
    await using temp = createTempWorkspace({ "a.txt": "same\nother\nsame\n" });
    await edit(temp, block("same", "new", startLine));
    expect(temp.readText("a.txt")).toBe(expected);
  });

  it.each([2, 4, 100])("does not guess from a start line outside both matches: %d", async (startLine) => {
    await using temp = createTempWorkspace({ "a.txt": "same\nother\nsame\n" });
    await expect(edit(temp, block("same", "new", startLine))).rejects.toMatchObject({ code: "ambiguous_match" });
  });

  it("shows the most similar text when nothing matches", async () => {
    await using temp = createTempWorkspace({ "a.ts": "function add(a, b) {\n  return a + b;\n}\n" });
    const failed = editFile(temp, "a.ts", block("function add(a, b) {\n  return a - b;\n}", "x"));
    await expect(failed).rejects.toMatchObject({
      code: "no_match",
      message: expect.stringMatching(
        /\(9\d %\) is at lines 1-3:\n1 \| function add\(a, b\) \{\n2 \| {3}return a \+ b;/,
      ),
    });
  });

  it("keeps CRLF, the byte order mark, trailing spaces and a missing final line break", async () => {
    await using temp = createTempWorkspace({ "a.txt": "\ufeffone  \r\ntwo\r\nthree" });
    await edit(temp, block("one\ntwo\nthree", "one\n2\nthree\nfour"));
    expect(temp.readText("a.txt")).toBe("\ufeffone  \r\n2\r\nthree\r\nfour");
  });

  it("keeps latin-1, and refuses characters it cannot encode", async () => {
    await using temp = createTempWorkspace({ "a.txt": Buffer.from("grün\nx\n", "latin1") });
    await edit(temp, block("grün", "blüht"));
    expect((await temp.workspace.files.read("a.txt")).bytes).toEqual(Buffer.from("blüht\nx\n", "latin1"));
    await expect(edit(temp, block("x", "🌱"))).rejects.toMatchObject({ code: "not_encodable" });
  });

  it("deletes lines when there is no replacement", async () => {
    await using temp = createTempWorkspace({ "a.txt": "one\ntwo\nthree" });
    await edit(temp, block("three", ""));
    expect(temp.readText("a.txt")).toBe("one\ntwo");
  });

  it("edits an unread file by exact match only", async () => {
    await using temp = createTempWorkspace({ "a.txt": "  one\ntwo\n" });
    const caller = new ToolCaller(temp);
    const diff = block("one", "1");
    await expect(caller.call(applyDiff, { path: "a.txt", diff })).rejects.toMatchObject({
      code: "no_match",
      message: expect.stringContaining("read it first"),
    });
    await caller.call(applyDiff, { path: "a.txt", diff: block("  one", "  1") });
    expect(temp.readText("a.txt")).toBe("  1\ntwo\n");
  });

  it("refuses a file that changed since it was read", async () => {
    await using temp = createTempWorkspace({ "a.txt": "one\n" });
    const caller = new ToolCaller(temp);
    await caller.call(readFile, { path: "a.txt" });
    temp.write("a.txt", "one\nmore\n");
    const failed = caller.call(applyDiff, { path: "a.txt", diff: block("one", "1") });
    await expect(failed).rejects.toMatchObject({
      code: "file_changed",
      message: expect.stringMatching(/What changed:\n[\s\S]*^\+more$/m),
    });
  });

  it("edits a file again after its own edit", async () => {
    await using temp = createTempWorkspace({ "a.txt": "one\ntwo\n" });
    const caller = new ToolCaller(temp);
    await caller.call(readFile, { path: "a.txt" });
    await caller.call(applyDiff, { path: "a.txt", diff: block("one", "1") });
    await caller.call(applyDiff, { path: "a.txt", diff: block("two ", "2") });
    expect(temp.readText("a.txt")).toBe("1\n2\n");
  });

  it("edits a file of 5 MB", async () => {
    const lines = Array.from({ length: 100_000 }, (_, index) => `line number ${index} of a long file, with some text`);
    await using temp = createTempWorkspace({ "a.txt": `${lines.join("\n")}\n` });
    await edit(temp, block("line number 77777 of a long file,  with some text", "changed"));
    expect(temp.readText("a.txt").split("\n")[77_777]).toBe("changed");
    const failed = edit(temp, block("line number 999999 of a long file, with some other text", "changed"));
    await expect(failed).rejects.toMatchObject({ code: "no_match" });
  });

  it("edits a file of very many lines", async () => {
    await using temp = createTempWorkspace({ "a.txt": `${"x\n".repeat(1_000_000)}end\n` });
    await new ToolCaller(temp).call(applyDiff, { path: "a.txt", diff: block("end", "the end") });
    expect(temp.readText("a.txt").slice(-10)).toBe("x\nthe end\n");
  });

  it("refuses a missing file, an identical replacement, an empty search and overlapping blocks", async () => {
    await using temp = createTempWorkspace({ "a.txt": "one\ntwo\nthree\n" });
    const missing = new ToolCaller(temp).call(applyDiff, { path: "b.txt", diff: block("x", "y") });
    await expect(missing).rejects.toMatchObject({ code: "not_found" });
    await expect(edit(temp, block("one", "one"))).rejects.toMatchObject({ code: "no_change" });
    await expect(edit(temp, block("", "x"))).rejects.toMatchObject({ code: "invalid_diff" });
    const overlapping = edit(temp, block("one\ntwo", "1"), block("two\nthree", "2"));
    await expect(overlapping).rejects.toMatchObject({ code: "overlapping_blocks" });
  });

  it("removes line numbers copied from read_file", async () => {
    await using temp = createTempWorkspace({ "a.txt": "same\nother\nsame\n" });
    await edit(temp, block("3 | same", "3 | new"));
    expect(temp.readText("a.txt")).toBe("same\nother\nnew\n");
  });

  it("keeps numbers that the file really contains", async () => {
    await using temp = createTempWorkspace({ "a.txt": "1 | one\n2 | two\n" });
    await edit(temp, block("2 | two", "2 | zwei"));
    expect(temp.readText("a.txt")).toBe("1 | one\n2 | zwei\n");
  });
});

function block(search: string, replace: string, startLine?: number): string {
  const option = startLine === undefined ? [] : [`:start_line:${startLine}`, "-------"];
  const lines = [
    "<<<<<<< SEARCH",
    ...option,
    search,
    "=======",
    ...(replace === "" ? [] : [replace]),
    ">>>>>>> REPLACE",
  ];
  return lines.join("\n");
}

/** Reads the file first, as a model should. */
async function editFile(temp: TempWorkspace, path: string, ...blocks: string[]): Promise<string> {
  const caller = new ToolCaller(temp);
  await caller.call(readFile, { path });
  return (await caller.call(applyDiff, { path, diff: blocks.join("\n\n") })).content;
}

async function edit(temp: TempWorkspace, ...blocks: string[]): Promise<string> {
  return editFile(temp, "a.txt", ...blocks);
}
