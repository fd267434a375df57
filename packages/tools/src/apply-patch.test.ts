import { chmodSync, existsSync, statSync } from "node:fs";
import { createTempWorkspace, type TempWorkspace } from "@roo-code/testkit/temp-workspace";
import { describe, expect, it } from "vitest";
import { ToolCaller } from "../test/call-tool.ts";
import { applyPatch } from "./apply-patch.ts";
import { parsePatch } from "./edit/patch/parse-patch.ts";

const files = {
  "a.txt": "one\ntwo\nthree\nfour\n",
  "b.txt": "class A\n  run\n  end\nclass B\n  run\n  end\n",
  "gone.txt": "gone\n",
};

describe("apply_patch", () => {
  it("describes a format that it accepts", () => {
    expect(parsePatch(applyPatch.description).map(({ kind }) => kind)).toEqual(["add", "delete", "update"]);
  });

  it("treats deleting and adding the same file as a rewrite", async () => {
    await using temp = createTempWorkspace(files);
    const output = await patch(temp, ["*** Delete File: a.txt", "*** Add File: a.txt", "+new"]);
    expect(output).toContain('"modified"');
    expect(temp.readText("a.txt")).toBe("new\n");
  });

  it("adds, deletes, updates and moves files in one patch", async () => {
    await using temp = createTempWorkspace(files);
    const output = await patch(temp, [
      "*** Add File: src/new.txt",
      "+first",
      "+",
      "+last",
      "*** Delete File: gone.txt",
      "*** Update File: a.txt",
      "*** Move to: moved/a.txt",
      "@@",
      " one",
      "-two",
      "+2",
      " three",
      "*** Update File: b.txt",
      "@@ class B",
      "   run",
      "-  end",
      "+  stop",
    ]);
    expect(["a.txt", "gone.txt"].map((path) => existsSync(temp.path(path)))).toEqual([false, false]);
    expect(temp.readText("src/new.txt")).toBe("first\n\nlast\n");
    expect(temp.readText("moved/a.txt")).toBe("one\n2\nthree\nfour\n");
    expect(temp.readText("b.txt")).toBe("class A\n  run\n  end\nclass B\n  run\n  stop\n");
    expect(output.split("\n").map((line) => JSON.parse(line).operation)).toEqual([
      "created",
      "deleted",
      "moved",
      "modified",
    ]);
  });

  it("keeps the mode of a file that it moves", async () => {
    await using temp = createTempWorkspace({ "run.sh": "echo\n" });
    chmodSync(temp.path("run.sh"), 0o751);
    await patch(temp, ["*** Update File: run.sh", "*** Move to: bin/run.sh", "@@", "-echo", "+echo moved"]);
    expect(existsSync(temp.path("run.sh"))).toBe(false);
    expect(statSync(temp.path("bin/run.sh")).mode & 0o7777).toBe(0o751);
  });

  it("writes nothing when one file fails, and reports every failure", async () => {
    await using temp = createTempWorkspace(files);
    const failed = patch(temp, [
      "*** Update File: a.txt",
      "@@",
      "-one",
      "+1",
      "*** Update File: b.txt",
      "@@",
      "-not there",
      "+x",
      "*** Update File: c.txt",
      "@@",
      "-x",
      "+y",
    ]);
    await expect(failed).rejects.toThrow(/"b\.txt"[^]*"c\.txt"/);
    expect(temp.readText("a.txt")).toBe(files["a.txt"]);
  });

  it("refuses a hunk that matches two places without a hint", async () => {
    await using temp = createTempWorkspace(files);
    const failed = patch(temp, ["*** Update File: b.txt", "@@", "   run", "-  end", "+  stop"]);
    await expect(failed).rejects.toMatchObject({
      code: "ambiguous_match",
      message: expect.stringContaining("lines 2 and 5"),
    });
  });

  it.each([
    [
      "the end of the file",
      ["@@", "-  end", "+  stop", "*** End of File"],
      "class A\n  run\n  end\nclass B\n  run\n  stop\n",
    ],
    [
      "the hunk before",
      ["@@", " class B", "+  go", "@@", "   run", "-  end", "+  stop"],
      "class A\n  run\n  end\nclass B\n  go\n  run\n  stop\n",
    ],
    ["two contexts", ["@@ class B", "@@ run", "-  end", "+  stop"], "class A\n  run\n  end\nclass B\n  run\n  stop\n"],
    ["nothing, and lines are added at the end", ["+class C"], `${files["b.txt"]}class C\n`],
    ["a hunk without @@", [" class B", "-  run", "+  walk"], "class A\n  run\n  end\nclass B\n  walk\n  end\n"],
  ])("finds the place by %s", async (_, hunk, expected) => {
    await using temp = createTempWorkspace(files);
    await patch(temp, ["*** Update File: b.txt", ...hunk]);
    expect(temp.readText("b.txt")).toBe(expected);
  });

  it.each([
    ["a heredoc", (text: string) => `apply_patch <<'EOF'\n${text}\nEOF`],
    ["a fence", (text: string) => `\`\`\`\n${text}\n\`\`\``],
    ["CRLF", (text: string) => text.replaceAll("\n", "\r\n")],
  ])("takes a patch in %s", async (_, wrap) => {
    await using temp = createTempWorkspace(files);
    const text = ["*** Begin Patch", "*** Update File: a.txt", "@@", "-two", "+2", "*** End Patch"].join("\n");
    await new ToolCaller(temp).call(applyPatch, { input: wrap(text) });
    expect(temp.readText("a.txt")).toBe("one\n2\nthree\nfour\n");
  });

  it("accepts unified diffs with new, deleted and renamed files", async () => {
    await using temp = createTempWorkspace({ ...files, "old name.txt": "text\n" });
    const diff = [
      "diff --git a/a.txt b/a.txt",
      "index 1234567..89abcde 100644",
      "--- a/a.txt\t2026-01-01",
      "+++ b/a.txt",
      "@@ -1,2 +1,3 @@",
      " one",
      "+one and a half",
      " two",
      "@@ -4 +5 @@",
      "-four",
      "+4",
      "\\ No newline at end of file",
      "--- /dev/null",
      "+++ b/new.txt",
      "@@ -0,0 +1,2 @@",
      "+first",
      "+second",
      "--- a/gone.txt",
      "+++ /dev/null",
      "@@ -1 +0,0 @@",
      "-gone",
      "diff --git a/old name.txt b/new name.txt",
      "rename from old name.txt",
      "rename to new name.txt",
      "",
    ];
    await new ToolCaller(temp).call(applyPatch, { patch: diff.join("\n") });
    expect(temp.readText("a.txt")).toBe("one\none and a half\ntwo\nthree\n4");
    expect(temp.readText("new.txt")).toBe("first\nsecond\n");
    expect(temp.readText("new name.txt")).toBe("text\n");
    expect(existsSync(temp.path("gone.txt"))).toBe(false);
  });

  it("uses line numbers of a unified diff only to choose between matches", async () => {
    await using temp = createTempWorkspace(files);
    const diff = (line: number): string =>
      ["--- a/b.txt", "+++ b/b.txt", `@@ -${line},2 +${line},2 @@`, "   run", "-  end", "+  stop"].join("\n");
    const caller = new ToolCaller(temp);
    await expect(caller.call(applyPatch, { patch: diff(4) })).rejects.toMatchObject({ code: "ambiguous_match" });
    await caller.call(applyPatch, { patch: diff(5) });
    expect(temp.readText("b.txt")).toBe("class A\n  run\n  end\nclass B\n  run\n  stop\n");
  });

  it("merges sections of one file and hunks that share context", async () => {
    await using temp = createTempWorkspace(files);
    await patch(temp, [
      "*** Update File: a.txt",
      "@@",
      "-one",
      "+1",
      " two",
      "*** Update File: a.txt",
      "@@",
      " two",
      "-three",
      "+3",
    ]);
    expect(temp.readText("a.txt")).toBe("1\ntwo\n3\nfour\n");
  });

  it("plans every path it touches, so that each is checked as a write", async () => {
    await using temp = createTempWorkspace(files);
    const plan = await new ToolCaller(temp).plan(applyPatch, {
      patch:
        "*** Begin Patch\n*** Update File: a.txt\n*** Move to: .git/hooks/pre-commit\n*** Delete File: gone.txt\n*** End Patch",
    });
    expect(plan.changes.map(({ path }) => path)).toEqual([".git/hooks/pre-commit", "a.txt", "gone.txt"]);
    expect(plan.diff).toContain("rename to .git/hooks/pre-commit");
  });

  it.each([
    ["invalid_patch", "no patch at all"],
    ["invalid_patch", "*** Begin Patch\n*** Update File: a.txt\n@@\n-one\n+1"],
    ["invalid_patch", "*** Begin Patch\n*** End Patch"],
    ["invalid_patch", "*** Begin Patch\n*** Update File: a.txt\n@@\nno sign\n*** End Patch"],
    ["invalid_patch", "*** Begin Patch\n*** Add File: n.txt\nno sign\n*** End Patch"],
    ["invalid_patch", "*** Begin Patch\n*** Update File: a.txt\n@@\n-one\n+1\n*** Delete File: a.txt\n*** End Patch"],
    ["exists", "*** Begin Patch\n*** Add File: a.txt\n+x\n*** End Patch"],
    ["exists", "*** Begin Patch\n*** Update File: a.txt\n*** Move to: b.txt\n*** End Patch"],
    ["not_found", "*** Begin Patch\n*** Delete File: nowhere.txt\n*** End Patch"],
    ["no_match", "*** Begin Patch\n*** Update File: b.txt\n@@ class B\n+only added\n*** End Patch"],
    ["outside_workspace", "*** Begin Patch\n*** Update File: a.txt\n*** Move to: ../out.txt\n*** End Patch"],
  ])("refuses with %s: %j", async (code, text) => {
    await using temp = createTempWorkspace(files);
    await expect(new ToolCaller(temp).call(applyPatch, { patch: text })).rejects.toMatchObject({ code });
    expect(temp.readText("a.txt")).toBe(files["a.txt"]);
  });
});

async function patch(temp: TempWorkspace, lines: readonly string[]): Promise<string> {
  const text = ["*** Begin Patch", ...lines, "*** End Patch"].join("\n");
  return (await new ToolCaller(temp).call(applyPatch, { patch: text })).content;
}
