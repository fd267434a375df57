import { existsSync } from "node:fs";
import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import { describe, expect, it } from "vitest";
import { ToolCaller } from "../test/call-tool.ts";
import { editFile } from "./edit-file.ts";

describe("edit_file", () => {
  it("creates a file, then replaces the expected number of matches", async () => {
    await using temp = createTempWorkspace();
    const caller = new ToolCaller(temp);
    const created = await caller.call(editFile, { file_path: "src/a.txt", old_string: "", new_string: "a b a\n" });
    expect(JSON.parse(created.content)).toMatchObject({ path: "src/a.txt", operation: "created" });
    const input = { file_path: "src/a.txt", old_string: "a", new_string: "$&", expected_replacements: "2" };
    await caller.call(editFile, input);
    expect(temp.readText("src/a.txt")).toBe("$& b $&\n");
  });

  it("refuses an unexpected number of matches, and names them", async () => {
    await using temp = createTempWorkspace({ "a.txt": "a\nb\na\na\n" });
    const caller = new ToolCaller(temp);
    for (const [expected, code] of [
      [1, "ambiguous_match"],
      [2, "wrong_count"],
      [0, "invalid_input"],
    ] as const) {
      const input = { path: "a.txt", old_string: "a\n", new_string: "x\n", expected_replacements: expected };
      await expect(caller.call(editFile, input)).rejects.toMatchObject({ code });
    }
    const failed = caller.call(editFile, {
      path: "a.txt",
      old_string: "a\n",
      new_string: "",
      expected_replacements: 2,
    });
    await expect(failed).rejects.toThrow("lines 1 and 3 and 4");
    expect(temp.readText("a.txt")).toBe("a\nb\na\na\n");
  });

  it("applies several edits in order, all or none", async () => {
    await using temp = createTempWorkspace({ "a.txt": "one two\r\nthree three\r\n" });
    const caller = new ToolCaller(temp);
    const edits = [
      { old_string: "one", new_string: "two" },
      { old_string: "two two", new_string: "2 2" },
      { old_string: "three", new_string: "3", replace_all: true },
    ];
    const broken = caller.call(editFile, { path: "a.txt", edits: [...edits, { old_string: "four", new_string: "4" }] });
    await expect(broken).rejects.toMatchObject({ code: "no_match", message: expect.stringMatching(/^Edit 4 of 4: /) });
    expect(temp.readText("a.txt")).toBe("one two\r\nthree three\r\n");
    await caller.call(editFile, { path: "a.txt", edits });
    expect(temp.readText("a.txt")).toBe("2 2\r\n3 3\r\n");
    await caller
      .call(editFile, { path: "b.txt", edits: [{ old_string: "", new_string: "new\n" }, edits[0]] })
      .catch(() => 0);
    expect(existsSync(temp.path("b.txt"))).toBe(false);
  });

  it("does not create a file that exists, nor change one that does not", async () => {
    await using temp = createTempWorkspace({ "a.txt": "kept\n", "empty.txt": "" });
    const caller = new ToolCaller(temp);
    const over = caller.call(editFile, { path: "a.txt", old_string: "", new_string: "x" });
    await expect(over).rejects.toMatchObject({ code: "exists" });
    const absent = caller.call(editFile, { path: "b.txt", old_string: "x", new_string: "y" });
    await expect(absent).rejects.toMatchObject({ code: "not_found" });
    await caller.call(editFile, { path: "empty.txt", old_string: "", new_string: "x" });
    expect([temp.readText("a.txt"), temp.readText("empty.txt")]).toEqual(["kept\n", "x"]);
  });
});
