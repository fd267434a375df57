import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import { describe, expect, it } from "vitest";
import { ToolCaller } from "../test/call-tool.ts";
import { insertContent } from "./insert-content.ts";

describe("insert_content", () => {
  it.each([
    [1, "one\ntwo\n", "new\none\ntwo\n"],
    [2, "one\ntwo\n", "one\nnew\ntwo\n"],
    ["3", "one\ntwo\n", "one\ntwo\nnew\n"],
    [0, "one\ntwo\n", "one\ntwo\nnew\n"],
    [-1, "one\r\ntwo", "one\r\ntwo\r\nnew"],
    [2, "\ufeffone\r\ntwo\r\n", "\ufeffone\r\nnew\r\ntwo\r\n"],
    [1, "", "new\n"],
  ])("puts lines before line %s of %j", async (line, text, expected) => {
    await using temp = createTempWorkspace({ "a.txt": text });
    const output = await new ToolCaller(temp).call(insertContent, { path: "a.txt", line, content: "new\n" });
    expect(temp.readText("a.txt")).toBe(expected);
    expect(JSON.parse(output.content)).toMatchObject({ path: "a.txt", operation: "modified" });
  });

  it("reports the new lines, and removes copied line numbers", async () => {
    await using temp = createTempWorkspace({ "a.txt": "one\nfour\n" });
    const content = "2 | two\n3 | three";
    const output = await new ToolCaller(temp).call(insertContent, { path: "a.txt", line: 2, content });
    expect(temp.readText("a.txt")).toBe("one\ntwo\nthree\nfour\n");
    expect(output.content).toContain("lines 2-3 are new");
  });

  it.each([4, -2, 1.5])("refuses line %d of two", async (line) => {
    await using temp = createTempWorkspace({ "a.txt": "one\ntwo\n" });
    const failed = new ToolCaller(temp).call(insertContent, { path: "a.txt", line, content: "x" });
    await expect(failed).rejects.toMatchObject({ code: "past_end" });
    expect(temp.readText("a.txt")).toBe("one\ntwo\n");
  });
});
