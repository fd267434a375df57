import { symlinkSync } from "node:fs";
import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import { expect, it } from "vitest";
import { ToolCaller } from "../test/call-tool.ts";
import { searchFiles } from "./search-files.ts";

it("shows matches with context lines, in groups", async () => {
  await using temp = createTempWorkspace({
    "src/a.ts": "one\nneedle\nthree\nfour\nfive\nsix\nneedle\n",
    "b.md": "needle\n",
  });
  const { content } = await new ToolCaller(temp).call(searchFiles, {
    path: ".",
    regex: "needle",
    file_pattern: "*.ts",
  });
  expect(content).toBe(
    "Found 2 results.\n\n# src/a.ts\n  1 | one\n  2 | needle\n  3 | three\n----\n  6 | six\n  7 | needle\n----",
  );
});

it("reports no results, and more results than shown", async () => {
  await using temp = createTempWorkspace({ "a.ts": "needle\n".repeat(301) });
  const caller = new ToolCaller(temp);
  expect((await caller.call(searchFiles, { pattern: "absent" })).content).toBe("Found 0 results.");
  const { content } = await caller.call(searchFiles, { regex: "needle" });
  expect(content).toMatch(/^Found more than 300 results; the first 300 are shown/);
});

it("truncates long results", async () => {
  const files = Array.from({ length: 50 }, (_, index) => [`${index}.ts`, `needle ${"x".repeat(490)}\n`.repeat(6)]);
  await using temp = createTempWorkspace(Object.fromEntries(files));
  const { content } = await new ToolCaller(temp).call(searchFiles, { regex: "needle" });
  expect(content.length).toBeLessThan(61_000);
  expect(content).toMatch(/\(Truncated: \d+ more files contain results/);
});

it("searches nothing outside the workspace, not even through a symlink", async () => {
  await using temp = createTempWorkspace({ "a.ts": "needle" });
  symlinkSync("/etc", temp.path("etc"));
  const caller = new ToolCaller(temp);
  for (const path of ["..", "/etc", "~", "etc", "etc/hostname"]) {
    await expect(caller.call(searchFiles, { path, regex: "." })).rejects.toMatchObject({ code: "outside_workspace" });
  }
  expect((await caller.call(searchFiles, { regex: "needle|root" })).content).toMatch(/^Found 1 result\./);
});

it("refuses an invalid expression", async () => {
  await using temp = createTempWorkspace({ "a.ts": "" });
  const failed = new ToolCaller(temp).call(searchFiles, { regex: "(" });
  await expect(failed).rejects.toMatchObject({ code: "invalid_regex" });
});

it("reports a search that timed out", async () => {
  await using temp = createTempWorkspace();
  const stopped = { files: [], matches: 0, isTruncated: false, isStopped: true };
  Object.defineProperty(temp.workspace.files, "search", { value: async () => stopped });
  const { content } = await new ToolCaller(temp).call(searchFiles, { regex: "x" });
  expect(content).toMatch(/^Found 0 results before the search timed out/);
});
