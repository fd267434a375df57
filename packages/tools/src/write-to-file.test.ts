import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import { describe, expect, it } from "vitest";
import { ToolCaller } from "../test/call-tool.ts";
import { readFile } from "./read-file.ts";
import { writeToFile } from "./write-to-file.ts";

describe("write_to_file", () => {
  it("creates a file with its folders, modifies it, and reports an unchanged one", async () => {
    await using temp = createTempWorkspace();
    const caller = new ToolCaller(temp);
    const operations: unknown[] = [];
    for (const content of ["one\n", "two\n", "two\n"]) {
      const output = await caller.call(writeToFile, { path: "src/deep/a.ts", content });
      operations.push(JSON.parse(output.content));
    }
    expect(temp.readText("src/deep/a.ts")).toBe("two\n");
    expect(operations).toMatchObject([
      { path: "src/deep/a.ts", operation: "created" },
      { operation: "modified" },
      { operation: "unchanged" },
    ]);
  });

  it("plans a diff without writing anything", async () => {
    await using temp = createTempWorkspace({ "a.txt": "one\ntwo\nthree\n" });
    const plan = await new ToolCaller(temp).plan(writeToFile, { path: "a.txt", content: "one\n2\nthree\n" });
    expect(plan.diff).toBe("--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n");
    expect(temp.readText("a.txt")).toBe("one\ntwo\nthree\n");
  });

  it("gives the same plan for the same input", async () => {
    await using temp = createTempWorkspace({ "a.txt": "one\n" });
    const input = { path: "a.txt", content: "two\n" };
    const plans = [
      await new ToolCaller(temp).plan(writeToFile, input),
      await new ToolCaller(temp).plan(writeToFile, input),
    ];
    expect(plans[0]).toEqual(plans[1]);
  });

  it("refuses a file that changed since it was read", async () => {
    await using temp = createTempWorkspace({ "a.txt": "one\n" });
    const caller = new ToolCaller(temp);
    await caller.call(readFile, { path: "a.txt" });
    temp.write("a.txt", "someone else's\n");
    const write = caller.call(writeToFile, { path: "a.txt", content: "mine\n" });
    await expect(write).rejects.toMatchObject({
      code: "file_changed",
      message: expect.stringContaining("Read it again"),
    });
    expect(temp.readText("a.txt")).toBe("someone else's\n");
  });

  it("keeps CRLF and the byte order mark of the file", async () => {
    await using temp = createTempWorkspace({ "a.txt": "\ufeffone\r\ntwo\r\n" });
    await new ToolCaller(temp).call(writeToFile, { path: "a.txt", content: "1\n2\n" });
    expect(temp.readText("a.txt")).toBe("\ufeff1\r\n2\r\n");
  });

  it("keeps latin-1 where possible, else switches to UTF-8", async () => {
    await using temp = createTempWorkspace({ "a.txt": Buffer.from("grün", "latin1") });
    const caller = new ToolCaller(temp);
    await caller.call(writeToFile, { path: "a.txt", content: "blüht" });
    expect((await temp.workspace.files.read("a.txt")).bytes).toEqual(Buffer.from("blüht", "latin1"));
    await caller.call(writeToFile, { path: "a.txt", content: "blüht 🌱" });
    expect(temp.readText("a.txt")).toBe("blüht 🌱");
  });

  it.each([
    ["a fence around everything", "a.ts", "```ts\nconst a = 1;\n```", "const a = 1;\n"],
    ["line numbers on every line", "a.ts", "1 | one\n2 | two\n", "one\ntwo\n"],
    ["nothing, when the fence is Markdown", "a.md", "```ts\nx\n```", "```ts\nx\n```"],
    ["nothing, when only some lines have numbers", "a.txt", "1 | one\ntwo\n", "1 | one\ntwo\n"],
    ["nothing, when the numbers do not count up", "a.txt", "7 | one\n7 | two\n", "7 | one\n7 | two\n"],
  ])("strips %s", async (_, path, content, expected) => {
    await using temp = createTempWorkspace();
    await new ToolCaller(temp).call(writeToFile, { path, content });
    expect(temp.readText(path)).toBe(expected);
  });

  it.each([
    "// ... rest of the code unchanged ...",
    "# rest of the file remains the same",
    "/* existing code here */",
    "<!-- ... existing content ... -->",
    "{/* rest of the component stays the same */}",
    "... remaining methods unchanged ...",
    "// previous implementation omitted",
  ])("refuses code that was left out: %s", async (line) => {
    await using temp = createTempWorkspace({ "a.ts": "one\n" });
    const write = new ToolCaller(temp).call(writeToFile, { path: "a.ts", content: `const a = 1;\n  ${line}\n` });
    await expect(write).rejects.toMatchObject({ code: "placeholder", message: expect.stringContaining("Line 2") });
    expect(temp.readText("a.ts")).toBe("one\n");
  });

  it.each([
    "// skip the rest of the line",
    "// handle the remaining content",
    "# existing files are kept",
    "const unchanged = previous.content; // same file",
    "* the rest of the arguments",
  ])("lets an ordinary comment pass: %s", async (line) => {
    await using temp = createTempWorkspace({ "a.ts": "one\n" });
    await new ToolCaller(temp).call(writeToFile, { path: "a.ts", content: line });
    expect(temp.readText("a.ts")).toBe(line);
  });

  it("accepts a placeholder that the file already contains", async () => {
    await using temp = createTempWorkspace({ "guide.md": "// ... rest of the code unchanged ...\n" });
    const content = "# Guide\n// ... rest of the code unchanged ...\n";
    await new ToolCaller(temp).call(writeToFile, { path: "guide.md", content });
    expect(temp.readText("guide.md")).toBe(content);
  });

  it("refuses truncated content, and accepts shorter content that is complete", async () => {
    const body = Array.from({ length: 20 }, (_, index) => `  step(${index});`);
    const old = ["function run() {", ...body, "}", ""].join("\n");
    await using temp = createTempWorkspace({ "a.ts": old });
    const caller = new ToolCaller(temp);
    const cut = caller.call(writeToFile, { path: "a.ts", content: "function run() {\n  step(0);\n  step(" });
    await expect(cut).rejects.toMatchObject({ code: "truncated", message: expect.stringContaining("apply_diff") });
    expect(temp.readText("a.ts")).toBe(old);
    await caller.call(writeToFile, { path: "a.ts", content: "function run() {}\n" });
    expect(temp.readText("a.ts")).toBe("function run() {}\n");
  });

  it("decodes HTML entities only for a file that has none", async () => {
    await using temp = createTempWorkspace({ "a.ts": "a < b;\n", "b.html": "<p>&lt;</p>\n" });
    const caller = new ToolCaller(temp);
    await caller.call(writeToFile, { path: "a.ts", content: "a &gt; b &amp;&amp; c;\n" });
    await caller.call(writeToFile, { path: "b.html", content: "&lt;\n" });
    await caller.call(writeToFile, { path: "c.html", content: "&lt;\n" });
    expect(["a.ts", "b.html", "c.html"].map((path) => temp.readText(path))).toEqual([
      "a > b && c;\n",
      "&lt;\n",
      "&lt;\n",
    ]);
  });

  it("shows what changed in a file it wrote itself before", async () => {
    await using temp = createTempWorkspace();
    const caller = new ToolCaller(temp);
    await caller.call(writeToFile, { path: "a.txt", content: "one\ntwo\nthree\n" });
    temp.write("a.txt", "one\n2\nthree\n");
    const write = caller.call(writeToFile, { path: "a.txt", content: "x\n" });
    await expect(write).rejects.toMatchObject({
      code: "file_changed",
      message: expect.stringContaining("-two\n+2"),
    });
  });

  it("refuses folders, binary files and paths outside the workspace", async () => {
    await using temp = createTempWorkspace({ "a.bin": Buffer.from([0, 1, 2]), "folder/b": "" });
    const caller = new ToolCaller(temp);
    for (const [path, code] of Object.entries({
      "a.bin": "binary_file",
      folder: "is_directory",
      "../x": "outside_workspace",
    })) {
      await expect(caller.call(writeToFile, { path, content: "x" })).rejects.toMatchObject({ code });
    }
  });
});
