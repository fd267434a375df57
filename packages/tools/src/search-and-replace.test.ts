import { createTempWorkspace, type TempWorkspace } from "@roo-code/testkit/temp-workspace";
import { describe, expect, it } from "vitest";
import { ToolCaller } from "../test/call-tool.ts";
import { regexSpans } from "./edit/regex-spans.ts";
import { readFile } from "./read-file.ts";
import { searchAndReplace } from "./search-and-replace.ts";

describe("search_and_replace", () => {
  it("replaces a text, part of a line or several lines, under any parameter name", async () => {
    await using temp = createTempWorkspace({ "a.ts": "const one = 1;\nconst two = 2;\n" });
    const output = await edit(temp, { file_path: "a.ts", old_string: "one = 1", new_string: "eins = 1" });
    expect(JSON.parse(output)).toEqual({
      path: "a.ts",
      operation: "modified",
      notice: "Saved: 1 place replaced (line 1).",
    });
    await edit(temp, { path: "a.ts", search: "1;\nconst two", replace: "1;\n\nconst zwei" });
    expect(temp.readText("a.ts")).toBe("const eins = 1;\n\nconst zwei = 2;\n");
  });

  it("refuses a text that matches two places, unless replace_all is set", async () => {
    await using temp = createTempWorkspace({ "a.txt": "same\nother\nsame\n" });
    const input = { path: "a.txt", old_string: "same", new_string: "new" };
    await expect(edit(temp, input)).rejects.toMatchObject({
      code: "ambiguous_match",
      message: expect.stringContaining("lines 1 and 3"),
    });
    await edit(temp, { ...input, replace_all: "true" });
    expect(temp.readText("a.txt")).toBe("new\nother\nnew\n");
  });

  it("searches only the given lines", async () => {
    await using temp = createTempWorkspace({ "a.txt": "same\nother\nsame\nsame\n" });
    await edit(temp, { path: "a.txt", old_string: "same", new_string: "new", start_line: 2, end_line: "3" });
    expect(temp.readText("a.txt")).toBe("same\nother\nnew\nsame\n");
  });

  it("treats the replacement literally, including dollar signs", async () => {
    await using temp = createTempWorkspace({ "a.txt": "cost: (.*)\n" });
    await edit(temp, { path: "a.txt", old_string: "(.*)", new_string: "$& $1 $$ $`" });
    expect(temp.readText("a.txt")).toBe("cost: $& $1 $$ $`\n");
  });

  it.each([
    [
      "indentation",
      "    if (a) {\n        b();\n    }\n",
      "if (a) {\n    b();\n}",
      "if (a) {\n    c();\n}",
      "    if (a) {\n        c();\n    }\n",
    ],
    ["white space in a part of a line", "x = call(a,  b) + 1\n", "call(a, b)", "call(c)", "x = call(c) + 1\n"],
    ["typographic characters in a part of a line", "x = “hi there” + 1\n", '"hi there" +', '"ho" +', 'x = "ho" + 1\n'],
  ])("finds a text ignoring %s", async (_, text, search, replace, expected) => {
    await using temp = createTempWorkspace({ "a.txt": text });
    await edit(temp, { path: "a.txt", old_string: search, new_string: replace });
    expect(temp.readText("a.txt")).toBe(expected);
  });

  it("keeps CRLF, mixed endings and a missing final line break", async () => {
    await using temp = createTempWorkspace({ "a.txt": "one\r\ntwo\r\nthree\nfour\r\nfive" });
    await edit(temp, { path: "a.txt", old_string: "two\nthree", new_string: "2\n3" });
    expect(temp.readText("a.txt")).toBe("one\r\n2\r\n3\nfour\r\nfive");
  });

  it("shows the most similar text and the difference when nothing matches", async () => {
    await using temp = createTempWorkspace({ "a.ts": "function add(a, b) {\n  return a + b;\n}\n" });
    const failed = edit(temp, { path: "a.ts", old_string: "function add(a, b) {\n  return a - b;", new_string: "x" });
    await expect(failed).rejects.toMatchObject({
      code: "no_match",
      message: expect.stringContaining('Line 2: the file has "  return a + b;", you have "  return a - b;".'),
    });
  });

  it("supports regular expressions, with groups and line anchors", async () => {
    await using temp = createTempWorkspace({ "a.ts": "let a = 1;\r\nlet b = 2;\r\n" });
    await edit(temp, {
      path: "a.ts",
      old_string: "^let (?<name>\\w+) = (\\d);$",
      new_string: "const $<name> = $2 + $$; // $9",
      regex: true,
      replace_all: true,
    });
    expect(temp.readText("a.ts")).toBe("const a = 1 + $; // $9\r\nconst b = 2 + $; // $9\r\n");
  });

  it("can ignore case", async () => {
    await using temp = createTempWorkspace({ "a.txt": "Hello (World)\n" });
    await edit(temp, { path: "a.txt", old_string: "hello (world)", new_string: "$1", ignore_case: true });
    expect(temp.readText("a.txt")).toBe("$1\n");
  });

  it.each([
    ["invalid_regex", { old_string: "(", regex: true }],
    ["no_match", { old_string: "zzz", regex: true }],
    ["ambiguous_match", { old_string: "o", regex: true }],
    ["invalid_input", { old_string: "" }],
    ["no_change", { old_string: "one", new_string: "one" }],
    ["not_found", { path: "b.txt", old_string: "one" }],
  ])("refuses with %s", async (code, input) => {
    await using temp = createTempWorkspace({ "a.txt": "one two\n" });
    await expect(edit(temp, { path: "a.txt", new_string: "x", ...input })).rejects.toMatchObject({ code });
    expect(temp.readText("a.txt")).toBe("one two\n");
  });

  it("stops an expression that would run forever, and one whose call was aborted", async () => {
    const endless = { text: `${"a".repeat(60)}b`, regex: "^(a+)+$", ignoreCase: false };
    const slow = regexSpans({ ...endless, signal: new AbortController().signal, timeoutMs: 50 });
    await expect(slow).rejects.toMatchObject({ code: "regex_timeout" });
    const controller = new AbortController();
    const aborted = regexSpans({ ...endless, signal: controller.signal, timeoutMs: 60_000 });
    controller.abort(new Error("stopped"));
    await expect(aborted).rejects.toThrow("stopped");
  });
});

/** Reads the file first, as a model should. */
async function edit(temp: TempWorkspace, input: Record<string, unknown>): Promise<string> {
  const caller = new ToolCaller(temp);
  const path = input.path ?? input.file_path;
  await caller.call(readFile, { path }).catch(() => undefined);
  return (await caller.call(searchAndReplace, input)).content;
}
