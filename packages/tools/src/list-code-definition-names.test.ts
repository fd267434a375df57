import { symlinkSync, truncateSync } from "node:fs";
import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import type { CodeDefinition, CodeOutline } from "@roo-code/types";
import { expect, it } from "vitest";
import { ToolCaller } from "../test/call-tool.ts";
import { listCodeDefinitionNames } from "./list-code-definition-names.ts";

/** Knows functions of `.ts` files, one per line. */
const outline: CodeOutline = {
  async outline(path, content) {
    if (!path.endsWith(".ts")) return undefined;
    return content.split("\n").flatMap((text, index): CodeDefinition[] => {
      const name = /^(\s*)function (\w+)/.exec(text);
      if (!name) return [];
      const [, indent = "", word = ""] = name;
      const line = index + 1;
      return [{ kind: "function", name: word, line, endLine: line, depth: indent.length / 2, signature: text.trim() }];
    });
  },
};

it("shows a file's definitions, indented by nesting", async () => {
  await using temp = createTempWorkspace({ "src/a.ts": "function f() {\n  function g() {}\n}\n" });
  const caller = new ToolCaller(temp, { outline });
  const { content } = await caller.call(listCodeDefinitionNames, { file: "./src/a.ts" });
  expect(content).toBe("# src/a.ts\n1--1 | function f() {\n2--2 |   function g() {}");
});

it("shows the definitions of a folder's own files", async () => {
  await using temp = createTempWorkspace({
    "b.ts": "function b() {}",
    "a.ts": "function a() {}",
    "empty.ts": "",
    "notes.txt": "function no() {}",
    "deep/c.ts": "function c() {}",
    "large.ts": "function large() {}",
  });
  truncateSync(temp.path("large.ts"), 2 * 1024 * 1024);
  symlinkSync("/nowhere", temp.path("dangling.ts"));
  const caller = new ToolCaller(temp, { outline });
  expect((await caller.call(listCodeDefinitionNames, {})).content).toBe(
    "# a.ts\n1--1 | function a() {}\n\n# b.ts\n1--1 | function b() {}",
  );
});

it("truncates long lists of files and definitions", async () => {
  const files = Array.from({ length: 60 }, (_, index) => [`f${index}.ts`, "function f() {}"]);
  await using temp = createTempWorkspace({
    ...Object.fromEntries(files),
    "z/many.ts": "function f() {}\n".repeat(501),
  });
  const caller = new ToolCaller(temp, { outline });
  expect((await caller.call(listCodeDefinitionNames, {})).content).toMatch(/Truncated: 10 more files/);
  const many = (await caller.call(listCodeDefinitionNames, { path: "z/many.ts" })).content;
  expect(many).toMatch(/Truncated: 1 more definitions/);
});

it("refuses what it cannot outline, with a reason", async () => {
  await using temp = createTempWorkspace({ "a.txt": "x", "large.ts": "" });
  truncateSync(temp.path("large.ts"), 2 * 1024 * 1024);
  const caller = new ToolCaller(temp, { outline });
  for (const [path, code] of Object.entries({
    "a.txt": "unknown_language",
    "large.ts": "too_large",
    missing: "not_found",
    "../x": "outside_workspace",
  })) {
    await expect(caller.call(listCodeDefinitionNames, { path })).rejects.toMatchObject({ code });
  }
});
