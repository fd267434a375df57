import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import { LocalWorkspace } from "@roo-code/workspace";
import { describe, expect, it } from "vitest";
import { asNobody } from "../../test/as-nobody.ts";

const signal = new AbortController().signal;
const everything = { recursive: true, limit: 200, signal };

describe("a listing", () => {
  it("shows hidden files and folders, each folder before its content", async () => {
    await using temp = createTempWorkspace({ "b/file10.ts": "", "b/file2.ts": "", "A.md": "", ".github/ci.yml": "" });
    mkdirSync(temp.path("empty"));
    expect(await temp.workspace.files.list(".", everything)).toEqual({
      entries: [".github/", ".github/ci.yml", "A.md", "b/", "b/file2.ts", "b/file10.ts", "empty/"],
      isTruncated: false,
    });
  });

  it("distinguishes an unreadable folder from an empty one", async () => {
    await using temp = createTempWorkspace({ "private/a.ts": "" });
    chmodSync(temp.path("private"), 0);
    await asNobody(temp.root, async () => {
      await expect(temp.workspace.files.list("private", everything)).rejects.toMatchObject({
        code: "permission_denied",
      });
      expect((await temp.workspace.files.list(".", everything)).entries).toEqual(["private/"]);
    });
    chmodSync(temp.path("private"), 0o700);
  });

  it.runIf(process.platform === "linux")(
    "leaves out the kernel's folders where the workspace spans the disk",
    async () => {
      const workspace = new LocalWorkspace({ root: "/" });
      const { entries } = await workspace.files.list("/", { ...everything, recursive: false });
      expect(entries).toContain("etc/");
      expect(entries.filter((entry) => /^(proc|sys|dev)/.test(entry))).toEqual([]);
    },
  );

  it("stays in the folder when it is not recursive", async () => {
    await using temp = createTempWorkspace({ "src/a.ts": "", "src/deep/b.ts": "", "c.ts": "" });
    const { entries } = await temp.workspace.files.list("src", { ...everything, recursive: false });
    expect(entries).toEqual(["src/a.ts", "src/deep/"]);
  });

  it("respects ignore files without a repository, inner rules first", async () => {
    await using temp = createTempWorkspace({
      ".gitignore": "dist/\n*.log\n",
      "dist/a.js": "",
      "x.log": "",
      "keep/.gitignore": "!x.log\n",
      "keep/x.log": "",
      "keep/y.txt": "",
      ".git/config": "",
      "node_modules/p/index.js": "",
      ".roo-tmp-0123": "",
    });
    const { entries } = await temp.workspace.files.list(".", everything);
    expect(entries).toEqual([".gitignore", "keep/", "keep/.gitignore", "keep/x.log", "keep/y.txt"]);
    expect((await temp.workspace.files.list("keep", everything)).entries).toContain("keep/x.log");
  });

  it("shows an ignored folder that was requested by name", async () => {
    await using temp = createTempWorkspace({ ".gitignore": "dist/\n", "dist/a.js": "", "node_modules/p/i.js": "" });
    expect((await temp.workspace.files.list("dist", everything)).entries).toEqual(["dist/a.js"]);
    expect((await temp.workspace.files.list("node_modules/p", everything)).entries).toEqual(["node_modules/p/i.js"]);
  });

  it("respects the repository around the workspace, unless it ignores the workspace itself", async () => {
    await using temp = createTempWorkspace({
      ".git/HEAD": "",
      ".gitignore": "*.log\n/scratch/\n",
      "part/.gitignore": "*.tmp\n",
      "part/src/a.ts": "",
      "part/src/b.log": "",
      "part/src/c.tmp": "",
      "scratch/.gitignore": "*.tmp\n",
      "scratch/src/a.ts": "",
      "scratch/src/c.tmp": "",
    });
    for (const folder of ["part", "scratch"]) {
      const { files } = new LocalWorkspace({ root: temp.path(folder) });
      expect((await files.list(".", everything)).entries).toEqual([".gitignore", "src/", "src/a.ts"]);
      expect((await files.list("src", everything)).entries).toEqual(["src/a.ts"]);
    }
  });

  it("names links and does not enter them", async () => {
    await using temp = createTempWorkspace({ "real/a.txt": "" });
    symlinkSync("/etc", temp.path("etc"));
    symlinkSync(".", temp.path("real/loop"));
    expect((await temp.workspace.files.list(".", everything)).entries).toEqual([
      "etc",
      "real/",
      "real/a.txt",
      "real/loop",
    ]);
  });

  it("keeps the top levels if it is truncated, and reports that", async () => {
    const deep = Array.from({ length: 50 }, (_, index) => [`a/b/${index}.txt`, ""]);
    await using temp = createTempWorkspace({ ...Object.fromEntries(deep), "z/last.txt": "" });
    expect(await temp.workspace.files.list(".", { ...everything, limit: 4 })).toEqual({
      entries: ["a/", "a/b/", "z/", "z/last.txt"],
      isTruncated: true,
    });
  });

  it("fails for a file and for a missing folder", async () => {
    await using temp = createTempWorkspace({ "a.txt": "" });
    await expect(temp.workspace.files.list("a.txt", everything)).rejects.toMatchObject({ code: "not_a_directory" });
    await expect(temp.workspace.files.list("b", everything)).rejects.toMatchObject({ code: "not_found" });
  });

  it("ends when aborted", async () => {
    await using temp = createTempWorkspace({ "a/b/c.txt": "" });
    const aborted = { ...everything, signal: AbortSignal.abort() };
    await expect(temp.workspace.files.list(".", aborted)).rejects.toMatchObject({ name: "AbortError" });
  });
});
