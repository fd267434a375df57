import { chmodSync, linkSync, mkdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import type { Tool } from "@roo-code/types";
import { describe, expect, it } from "vitest";
import { ToolCaller } from "../../test/call-tool.ts";
import { applyDiff } from "../apply-diff.ts";
import { applyPatch } from "../apply-patch.ts";
import { editFile } from "../edit-file.ts";
import { insertContent } from "../insert-content.ts";
import { readFile } from "../read-file.ts";
import { searchAndReplace } from "../search-and-replace.ts";
import { writeToFile } from "../write-to-file.ts";

/** The same edit with each tool: the line `two` becomes `2`. */
const editors: readonly (readonly [string, Tool, (path: string) => object])[] = [
  ["apply_diff", applyDiff, (path) => ({ path, diff: "<<<<<<< SEARCH\ntwo\n=======\n2\n>>>>>>> REPLACE" })],
  ["search_and_replace", searchAndReplace, (path) => ({ path, old_string: "two\n", new_string: "2\n" })],
  [
    "search_and_replace by regex",
    searchAndReplace,
    (path) => ({ path, old_string: "^two$", new_string: "2", regex: true }),
  ],
  ["edit_file", editFile, (path) => ({ path, old_string: "two\n", new_string: "2\n" })],
  [
    "apply_patch",
    applyPatch,
    (path) => ({ patch: `*** Begin Patch\n*** Update File: ${path}\n@@\n-two\n+2\n*** End Patch` }),
  ],
];
const writers: typeof editors = [
  ...editors,
  ["write_to_file", writeToFile, (path) => ({ path, content: "one\n2\nthree\n" })],
  ["insert_content", insertContent, (path) => ({ path, line: 1, content: "x" })],
];

describe.each(editors)("%s on a difficult file", (_, tool, input) => {
  it.each([
    ["LF", "one\ntwo\nthree\n", "one\n2\nthree\n"],
    ["CRLF", "one\r\ntwo\r\nthree\r\n", "one\r\n2\r\nthree\r\n"],
    ["a byte order mark", "\ufeffone\ntwo\nthree\n", "\ufeffone\n2\nthree\n"],
    ["no final line break", "one\ntwo\nthree", "one\n2\nthree"],
    ["spaces at line ends", "one  \ntwo\nthree\t\n", "one  \n2\nthree\t\n"],
    ["5 MB", `${"a line of text\n".repeat(350_000)}two\nend\n`, `${"a line of text\n".repeat(350_000)}2\nend\n`],
  ])("changes exactly its line: %s", async (__, text, expected) => {
    await using temp = createTempWorkspace({ "a.txt": text });
    chmodSync(temp.path("a.txt"), 0o755);
    await new ToolCaller(temp).call(tool, input("a.txt"));
    expect(temp.readText("a.txt") === expected).toBe(true);
    expect(statSync(temp.path("a.txt")).mode & 0o777).toBe(0o755);
  });

  it.each([
    [
      "UTF-16",
      Buffer.from("\ufeffone\ntwo\nthr\u00e4\n", "utf16le"),
      Buffer.from("\ufeffone\n2\nthr\u00e4\n", "utf16le"),
    ],
    ["latin-1", Buffer.from("one\ntwo\nthr\u00e4\n", "latin1"), Buffer.from("one\n2\nthr\u00e4\n", "latin1")],
  ])("keeps the encoding: %s", async (__, bytes, expected) => {
    await using temp = createTempWorkspace({ "a.txt": bytes });
    await new ToolCaller(temp).call(tool, input("a.txt"));
    expect(readFileSync(temp.path("a.txt"))).toEqual(expected);
  });

  it("refuses a text that occurs twice, naming both lines", async () => {
    await using temp = createTempWorkspace({ "a.txt": "two\nother\ntwo\n" });
    await expect(new ToolCaller(temp).call(tool, input("a.txt"))).rejects.toMatchObject({
      code: "ambiguous_match",
      message: expect.stringContaining("lines 1 and 3"),
    });
    expect(temp.readText("a.txt")).toBe("two\nother\ntwo\n");
  });

  it("refuses a file without the text", async () => {
    await using temp = createTempWorkspace({ "a.txt": "one\nthree\n" });
    await expect(new ToolCaller(temp).call(tool, input("a.txt"))).rejects.toMatchObject({ code: "no_match" });
    expect(temp.readText("a.txt")).toBe("one\nthree\n");
  });
});

describe.each(writers)("%s", (_, tool, input) => {
  it("refuses a file that changed since it was read", async () => {
    await using temp = createTempWorkspace({ "a.txt": "one\ntwo\nthree\n" });
    const caller = new ToolCaller(temp);
    await caller.call(readFile, { path: "a.txt" });
    temp.write("a.txt", "one\ntwo\nthree\nfour\n");
    await expect(caller.call(tool, input("a.txt"))).rejects.toMatchObject({ code: "file_changed" });
    expect(temp.readText("a.txt")).toBe("one\ntwo\nthree\nfour\n");
  });

  it.each(["../x.txt", "a/../../x.txt", "/etc/hostname", "a.txt/../../x.txt"])(
    "refuses the path %s outside the workspace",
    async (path) => {
      await using temp = createTempWorkspace({ "a.txt": "two\n", "a/b.txt": "two\n" });
      const failed = new ToolCaller(temp).plan(tool, input(path));
      await expect(failed).rejects.toMatchObject({
        code: "outside_workspace",
        message: expect.not.stringContaining(temp.root),
      });
    },
  );

  it("does not follow links to the outside", async () => {
    await using outside = createTempWorkspace({ "secret.txt": "one\ntwo\nthree\n" });
    await using temp = createTempWorkspace({ "a.txt": "two\n" });
    symlinkSync(outside.path("secret.txt"), temp.path("link.txt"));
    symlinkSync(outside.root, temp.path("folder"));
    for (const path of ["link.txt", "folder/secret.txt", "folder/new.txt"]) {
      const failed = new ToolCaller(temp).call(tool, input(path));
      await expect(failed).rejects.toMatchObject({ code: "outside_workspace" });
    }
    expect(outside.readText("secret.txt")).toBe("one\ntwo\nthree\n");
  });

  it("leaves the other name of a hard-linked file alone", async () => {
    await using outside = createTempWorkspace({ "kept.txt": "one\ntwo\nthree\n" });
    await using temp = createTempWorkspace();
    linkSync(outside.path("kept.txt"), temp.path("a.txt"));
    await new ToolCaller(temp).call(tool, input("a.txt"));
    expect(outside.readText("kept.txt")).toBe("one\ntwo\nthree\n");
  });

  it("reports a protected path in its resolved form", async () => {
    await using temp = createTempWorkspace({ ".vscode/settings.json": "one\ntwo\nthree\n" });
    mkdirSync(temp.path("src"));
    const plan = await new ToolCaller(temp).plan(tool, input("src/../.vscode/./settings.json"));
    expect(plan.changes.map(({ path }) => path)).toEqual([".vscode/settings.json"]);
  });
});
