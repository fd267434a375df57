import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import { expect, it } from "vitest";
import { ToolCaller } from "../test/call-tool.ts";
import { listFiles } from "./list-files.ts";

it("lists a folder, or everything below it", async () => {
  await using temp = createTempWorkspace({ "b/c.ts": "", "a.ts": "", ".gitignore": "*.log\n", "x.log": "" });
  const caller = new ToolCaller(temp);
  expect((await caller.call(listFiles, {})).content).toBe(".gitignore\na.ts\nb/");
  const all = await caller.call(listFiles, { path: ".", recursive: "Yes" });
  expect(all.content).toBe(".gitignore\na.ts\nb/\nb/c.ts");
  expect((await caller.call(listFiles, { directory: "b" })).content).toBe("b/c.ts");
});

it("reports a truncated list", async () => {
  await using temp = createTempWorkspace(
    Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`${index}.txt`, ""])),
  );
  const { content } = await new ToolCaller(temp).call(listFiles, { path: "." });
  expect(content.split("\n")).toHaveLength(202);
  expect(content).toMatch(/Only the first 200 entries/);
});

it("finds files by a glob at any depth", async () => {
  await using temp = createTempWorkspace({
    ".gitignore": "dist/",
    "a.ts": "",
    "b/c.ts": "",
    "b/d.md": "",
    "dist/e.ts": "",
  });
  const caller = new ToolCaller(temp);
  expect((await caller.call(listFiles, { path: ".", file_pattern: "*.ts" })).content).toBe("a.ts\nb/c.ts");
  expect((await caller.call(listFiles, { pattern: "b/**/*.{md,txt}" })).content).toBe("b/d.md");
  expect((await caller.call(listFiles, { path: "b", glob: "*.py" })).content).toBe("No file matches *.py.");
});

it("reports an empty result", async () => {
  await using temp = createTempWorkspace();
  expect((await new ToolCaller(temp).call(listFiles, { path: "" })).content).toContain("empty");
  await expect(new ToolCaller(temp).call(listFiles, { path: "../" })).rejects.toMatchObject({
    code: "outside_workspace",
  });
});

it("shows a name with a line break as one entry", async () => {
  await using temp = createTempWorkspace({ "a\nb.txt": "" });
  expect((await new ToolCaller(temp).call(listFiles, {})).content).toBe(String.raw`"a\nb.txt"`);
});
