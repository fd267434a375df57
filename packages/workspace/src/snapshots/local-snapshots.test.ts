import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openSnapshots } from "./open-snapshots.ts";
import { createTempSnapshots, describeTree, realClock, type TempSnapshots } from "./temp-snapshots.ts";

/** Files that are hard to preserve. */
function writeHardTree(temp: TempSnapshots): void {
  temp.write("crlf.txt", "one\r\ntwo\r\n");
  temp.write("mixed.txt", "one\r\ntwo\nthree\r");
  temp.write(
    ".gitattributes",
    "* text=auto eol=crlf working-tree-encoding=UTF-16 ident filter=evil\n*.bin diff=evil\n",
  );
  temp.write("id.txt", "$Id$\n");
  temp.write(
    "data.bin",
    Uint8Array.from({ length: 3000 }, (_, index) => (index * 7) % 256),
  );
  temp.write("empty.txt", "");
  temp.write("-rf", "leading dash");
  temp.write("with\nnewline.txt", "odd");
  temp.write('quo"te\\back\tslash', "odd");
  temp.write("*?[glob]", "odd");
  temp.write(":(top)magic", "odd");
  temp.write("cafe\u0301/\u00e9.txt", "composed and not");
  temp.write("git~1", "short name");
  temp.write(" leading space", "odd");
  temp.write("script.sh", "#!/bin/sh\n");
  chmodSync(temp.path("script.sh"), 0o755);
  temp.write("private/key", "secret");
  chmodSync(temp.path("private/key"), 0o600);
  chmodSync(temp.path("private"), 0o700);
  mkdirSync(temp.path("empty/deeper"), { recursive: true });
  symlinkSync("crlf.txt", temp.path("link"));
  symlinkSync("/nowhere/at all", temp.path("dangling"));
  symlinkSync("private", temp.path("folder-link"));
  temp.write(".gitignore", "ignored.txt\n*.log\n.env\n");
  temp.write("ignored.txt", "ignored and wanted");
  temp.write(".env", "KEY=1");
}

describe("a restore", () => {
  it.each(["rm -rf -- * .[a-z]*", "git init -q . && git clean -qfdx && rm -rf .git"])(
    "brings everything back after %s",
    async (command) => {
      await using temp = await createTempSnapshots();
      writeHardTree(temp);
      const before = describeTree(temp.root);
      const { id, files, emptyFolders } = await temp.store.take("before");
      expect({ files, emptyFolders }).toEqual({
        files: Object.keys(before).filter((path) => !path.endsWith("/")).length,
        emptyFolders: 1,
      });
      execFileSync("sh", ["-c", command], { cwd: temp.root });
      expect(Object.keys(describeTree(temp.root)).length).toBeLessThan(5);
      expect((await temp.store.restore(id)).conflicts).toEqual([]);
      expect(describeTree(temp.root)).toEqual(before);
    },
  );

  it("reverts added, changed, moved and replaced files, and can itself be undone", async () => {
    await using temp = await createTempSnapshots({
      "a.txt": "a",
      "b/c.txt": "c",
      "b/d.txt": "d",
      file: "f",
      "to-link": "x",
    });
    const before = describeTree(temp.root);
    const { id } = await temp.store.take("before");
    temp.write("a.txt", "changed");
    temp.write("new/deep/e.txt", "e");
    rmSync(temp.path("b"), { recursive: true });
    temp.write("b", "a file now");
    rmSync(temp.path("file"));
    temp.write("file/inside.txt", "a folder now");
    rmSync(temp.path("to-link"));
    symlinkSync("a.txt", temp.path("to-link"));
    mkdirSync(temp.path("empty"));
    const after = describeTree(temp.root);
    const outcome = await temp.store.restore(id);
    expect(describeTree(temp.root)).toEqual(before);
    expect(outcome.restored.toSorted()).toEqual(["a.txt", "b/c.txt", "b/d.txt", "file", "to-link"]);
    expect(outcome.removed.toSorted()).toEqual([
      "b",
      "empty/",
      "file/",
      "file/inside.txt",
      "new/",
      "new/deep/",
      "new/deep/e.txt",
    ]);
    await temp.store.restore(outcome.before);
    expect(describeTree(temp.root)).toEqual(after);
  });

  it("can be limited to some paths", async () => {
    await using temp = await createTempSnapshots({ "a.txt": "a", "b/c.txt": "c", "bc.txt": "bc" });
    const { id } = await temp.store.take("before");
    for (const path of ["a.txt", "b/c.txt", "bc.txt", "b/new.txt"]) temp.write(path, "changed");
    const { restored, removed } = await temp.store.restore(id, { paths: ["b/"] });
    expect({ restored, removed }).toEqual({ restored: ["b/c.txt"], removed: ["b/new.txt"] });
    expect(readFileSync(temp.path("bc.txt"), "utf8")).toBe("changed");
  });

  it("restores permissions when nothing else changed", async () => {
    await using temp = await createTempSnapshots({ "a.txt": "a", "b/c.txt": "c", "d.sh": "d" });
    chmodSync(temp.path("b"), 0o750);
    chmodSync(temp.path("d.sh"), 0o755);
    const before = describeTree(temp.root);
    const { id } = await temp.store.take("before");
    chmodSync(temp.path("a.txt"), 0o600);
    chmodSync(temp.path("b"), 0o700);
    chmodSync(temp.path("d.sh"), 0o644);
    await temp.store.restore(id);
    expect(describeTree(temp.root)).toEqual(before);
  });

  it("follows no link out of the workspace", async () => {
    await using temp = await createTempSnapshots({ "sub/a.txt": "a" });
    const { id } = await temp.store.take("before");
    const outside = join(temp.home, "outside");
    mkdirSync(outside, { recursive: true });
    writeFileSync(join(outside, "a.txt"), "not ours");
    rmSync(temp.path("sub"), { recursive: true });
    symlinkSync(outside, temp.path("sub"));
    await temp.store.restore(id);
    expect(readFileSync(join(outside, "a.txt"), "utf8")).toBe("not ours");
    expect(describeTree(temp.root)).toMatchObject({ "sub/a.txt": expect.stringMatching(/ a$/) });
  });

  it("leaves files that are in no snapshot alone and reports them", async () => {
    await using temp = await createTempSnapshots({ "a.txt": "small" }, { caps: { maxFileBytes: 100 } });
    const { id } = await temp.store.take("before");
    temp.write("a.txt", "x".repeat(200));
    const outcome = await temp.store.restore(id);
    expect(outcome).toMatchObject({
      restored: [],
      conflicts: [{ path: "a.txt", reason: "a file that is in no snapshot is in the way" }],
    });
    expect(readFileSync(temp.path("a.txt"), "utf8")).toHaveLength(200);
  });
});

describe("a snapshot", () => {
  it("of an empty folder is valid, and restores it", async () => {
    await using temp = await createTempSnapshots();
    const { id, files } = await temp.store.take("empty");
    expect(files).toBe(0);
    temp.write("a/b.txt", "b");
    await temp.store.restore(id);
    expect(describeTree(temp.root)).toEqual({});
  });

  it.each([1000, 0])("of a home folder contains no keys, and a restore leaves them alone (%s)", async (smallFiles) => {
    const keys = { ".ssh/id_test": "a fake key", ".netrc": "a fake password", ".config/gh/hosts.yml": "a fake token" };
    await using temp = await createTempSnapshots({ ...keys, ".config/app.toml": "plain", "a.txt": "plain" });
    const store = await temp.open({ userHome: temp.root, smallFiles });
    const { id, files, skipped } = await store.take("home");
    expect(files).toBe(2);
    const left = skipped.map(({ path, rule }) => `${path} ${rule}`).sort();
    expect(left).toEqual([".config/gh/ private", ".netrc private", ".ssh/ private"]);
    temp.write(".ssh/id_test", "a newer fake key");
    temp.write("a.txt", "changed");
    await store.restore(id);
    expect(readFileSync(temp.path(".ssh/id_test"), "utf8")).toBe("a newer fake key");
    expect(readFileSync(temp.path("a.txt"), "utf8")).toBe("plain");
  });

  it("leaves out what can be rebuilt or is too large, and lists each with its rule", async () => {
    await using temp = await createTempSnapshots(
      {
        ".gitignore": "/dist/\n",
        "dist/out.js": "built",
        "src/dist/kept.js": "no ignore file speaks about it",
        "node_modules/x/index.js": "x",
        "large.bin": "x".repeat(2000),
        "nested/.git/HEAD": "ref: refs/heads/main\n",
        "nested/code.ts": "nested",
        "module/.git": "gitdir: ../.git/modules/module\n",
        "module/code.ts": "module",
        ".roo-tmp-0123456789abcdef": "ours",
      },
      { caps: { maxFileBytes: 1000 } },
    );
    execFileSync("mkfifo", [temp.path("pipe")]);
    const { skipped, skippedCount, id } = await temp.store.take("first");
    expect(skipped.toSorted((left, right) => (left.path < right.path ? -1 : 1))).toEqual([
      { path: ".roo-tmp-0123456789abcdef", rule: "own" },
      { path: "dist/", rule: "build" },
      { path: "large.bin", rule: "large" },
      { path: "module/.git", rule: "git" },
      { path: "nested/.git/", rule: "git" },
      { path: "node_modules/", rule: "dependencies" },
      { path: "pipe", rule: "special" },
    ]);
    expect(skippedCount).toBe(7);
    rmSync(temp.path("nested/code.ts"));
    rmSync(temp.path("module/code.ts"));
    const { restored, removed } = await temp.store.restore(id);
    expect({ restored, removed }).toEqual({ restored: ["module/code.ts", "nested/code.ts"], removed: [] });
    expect(existsSync(temp.path("nested/.git/HEAD"))).toBe(true);
  });

  it("includes a file that shrinks below the limit", async () => {
    await using temp = await createTempSnapshots({ "a.bin": "x".repeat(2000) }, { caps: { maxFileBytes: 1000 } });
    expect(await temp.store.take("first")).toMatchObject({ files: 0, skippedCount: 1 });
    truncateSync(temp.path("a.bin"), 10);
    expect(await temp.store.take("second")).toMatchObject({ files: 1, skippedCount: 0 });
  });

  it("leaves ignored files out only if everything exceeds the limits, and fails if that does not help", async () => {
    await using temp = await createTempSnapshots(
      { ".gitignore": "*.log\n", "a.log": "x".repeat(5000), "a.txt": "a" },
      { caps: { maxStepBytes: 1000 } },
    );
    expect(await temp.store.take("first")).toMatchObject({ files: 2, skipped: [{ path: "a.log", rule: "ignored" }] });
    temp.write("b.txt", "x".repeat(5000));
    await expect(temp.store.take("second")).rejects.toMatchObject({ code: "snapshot_too_large" });
    rmSync(temp.path("b.txt"));
    expect(await temp.store.take("third")).toMatchObject({ files: 2 });
  });

  it("neither reads nor changes the user's repository, configuration and hooks", async () => {
    await using temp = await createTempSnapshots({ "a.txt": "a\n", "x.dat": "d" });
    const run = (command: string): string =>
      execFileSync("sh", ["-c", command], { cwd: temp.root, encoding: "utf8", stdio: "pipe" });
    mkdirSync(temp.home, { recursive: true });
    run(`git init -q . && git config core.fsmonitor 'touch ${temp.home}/ran' && git config filter.evil.clean 'touch ${temp.home}/ran; cat'
      echo '*.dat filter=evil' > .gitattributes && git add a.txt && printf 'touch ${temp.home}/ran' > .git/hooks/post-index-change && chmod +x .git/hooks/*`);
    expect(existsSync(join(temp.home, "ran"))).toBe(true);
    rmSync(join(temp.home, "ran"));
    const before = describeTree(temp.path(".git"));
    const { id } = await temp.store.take("one");
    temp.write("a.txt", "b\n");
    await temp.store.diff(id);
    await temp.store.restore(id);
    expect(describeTree(temp.path(".git"))).toEqual(before);
    expect(existsSync(join(temp.home, "ran"))).toBe(false);
  });

  it("leaves out Roo's own files if they are in the workspace", async () => {
    await using temp = await createTempSnapshots({ "a.txt": "a" });
    const store = await openSnapshots({ workspace: temp.root, home: temp.path("state/.roo"), clock: realClock });
    expect(await store.take("one")).toMatchObject({ files: 1, skipped: [{ path: "state/.roo/", rule: "own" }] });
  });

  it("takes little space if nothing changed, even in another process", async () => {
    await using temp = await createTempSnapshots(
      Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`f${index % 10}/${index}.txt`, `${index}`])),
    );
    await temp.store.take("one");
    const size = await temp.store.size();
    const other = await temp.open();
    await other.take("two");
    expect((await other.size()) - size).toBeLessThan(16 * 1024);
    expect((await temp.store.list()).map(({ label }) => label)).toEqual(["one", "two"]);
  });
});

describe("a diff", () => {
  it("lists what happened to each file, until now or until another snapshot", async () => {
    await using temp = await createTempSnapshots({ "a.txt": "one\n", "b.txt": "two\n", link: "x" });
    const first = await temp.store.take("first");
    temp.write("a.txt", "changed\n");
    temp.write("c/new.txt", "diff --git is text here\n");
    rmSync(temp.path("b.txt"));
    rmSync(temp.path("link"));
    symlinkSync("a.txt", temp.path("link"));
    const now = await temp.store.diff(first.id);
    expect(now.files.map(({ path, change }) => [path, change])).toEqual([
      ["a.txt", "changed"],
      ["b.txt", "deleted"],
      ["c/new.txt", "added"],
      ["link", "changed"],
    ]);
    expect(now.files[0]?.text).toContain("-one\n+changed\n");
    expect(now.files[2]?.text).toContain("+diff --git is text here\n");
    expect(now.files[3]?.text).toContain("new file mode 120000");
    expect(await temp.store.list()).toHaveLength(1);
    const second = await temp.store.take("second");
    expect(await temp.store.diff(first.id, second.id)).toEqual(now);
    expect((await temp.store.diff(second.id, second.id)).files).toEqual([]);
  });

  it("is bounded", async () => {
    await using temp = await createTempSnapshots({ "a.txt": "" });
    const { id } = await temp.store.take("first");
    temp.write("a.txt", "line\n".repeat(50_000));
    temp.write("b.txt", "line\n".repeat(500_000));
    const { files } = await temp.store.diff(id);
    expect(files).toMatchObject([
      { path: "a.txt", isCut: true },
      { path: "b.txt", change: "added" },
    ]);
    expect(files[0]?.text?.length).toBeLessThanOrEqual(64 * 1024);
    expect(files[1]?.text).toBeUndefined();
  });
});

describe("a snapshot of few files", () => {
  it("equals the one that git makes, and can be restored the same way", async () => {
    await using temp = await createTempSnapshots();
    writeHardTree(temp);
    const before = describeTree(temp.root);
    const small = await temp.store.take("small");
    const byGit = await (await temp.open({ smallFiles: 0 })).take("by git");
    expect(await temp.store.changedFiles(small.id, byGit.id)).toEqual([]);
    expect({ ...byGit, id: "", label: "", time: 0 }).toEqual({ ...small, id: "", label: "", time: 0 });
    execFileSync("sh", ["-c", "rm -rf -- * .[a-z]*"], { cwd: temp.root });
    await temp.store.restore(byGit.id);
    expect(describeTree(temp.root)).toEqual(before);
    expect(await temp.store.changedFiles(small.id)).toEqual([]);
  });
});

describe("changed files", () => {
  it("are listed with what happened to them, including empty folders and permissions", async () => {
    await using temp = await createTempSnapshots({ "a.txt": "a", "b/c.txt": "c", "b/d.txt": "d", same: "same" });
    mkdirSync(temp.path("empty"));
    const first = await temp.store.take("first");
    temp.write("a.txt", "changed");
    rmSync(temp.path("b"), { recursive: true });
    temp.write("new/x", "x");
    rmSync(temp.path("empty"), { recursive: true });
    mkdirSync(temp.path("other"));
    chmodSync(temp.path("same"), 0o600);
    const expected = [
      { path: "a.txt", change: "changed" },
      { path: "b/c.txt", change: "deleted" },
      { path: "b/d.txt", change: "deleted" },
      { path: "empty/", change: "deleted" },
      { path: "new/x", change: "added" },
      { path: "other/", change: "added" },
      { path: "same", change: "changed" },
    ];
    expect(await temp.store.changedFiles(first.id)).toEqual(expected);
    const second = await temp.store.take("second");
    expect(await temp.store.changedFiles(first.id, second.id)).toEqual(expected);
    await temp.store.prune({});
    expect(await temp.store.changedFiles(first.id, second.id)).toEqual(expected);
    await expect(temp.store.changedFiles("s9-000000", second.id)).rejects.toMatchObject({ code: "unknown_snapshot" });
  });
});

describe("a copy of a snapshot in another folder", () => {
  it("is identical byte for byte, and replaces nothing", async () => {
    await using temp = await createTempSnapshots();
    writeHardTree(temp);
    const before = describeTree(temp.root);
    const { id } = await temp.store.take("first");
    const copy = join(temp.home, "..", "copy");
    expect((await temp.store.copyTo(id, copy)).conflicts).toEqual([]);
    expect(describeTree(copy)).toEqual(before);
    writeFileSync(join(copy, "crlf.txt"), "mine");
    const again = await temp.store.copyTo(id, copy);
    expect(again.conflicts).toContainEqual({ path: "crlf.txt", reason: "a file that is in no snapshot is in the way" });
    expect(readFileSync(join(copy, "crlf.txt"), "utf8")).toBe("mine");
  });
});

describe("pruning", () => {
  it("by another process deletes nothing that is still to be saved", async () => {
    await using temp = await createTempSnapshots({ "a.txt": "a" }, { watch: true, smallFiles: 0 });
    const { id: first } = await temp.store.take("first");
    temp.write("b.txt", "b");
    expect(await temp.store.changedFiles(first)).toEqual([{ path: "b.txt", change: "added" }]);
    await (await temp.open({ watch: false })).prune({});
    const { id } = await temp.store.take("second");
    rmSync(temp.path("b.txt"));
    await temp.store.restore(id);
    expect(readFileSync(temp.path("b.txt"), "utf8")).toBe("b");
  });

  it("keeps the newest, frees space, and leaves the rest restorable", async () => {
    await using temp = await createTempSnapshots({ "a.txt": "a" });
    const ids: string[] = [];
    for (let step = 0; step < 6; step += 1) {
      temp.write("big.bin", crypto.getRandomValues(new Uint8Array(60_000)));
      ids.push((await temp.store.take(`step ${step}`)).id);
    }
    const { forgotten, freedBytes } = await temp.store.prune({ keep: 3 });
    expect(forgotten.toSorted()).toEqual(ids.slice(0, 3));
    expect(freedBytes).toBeGreaterThan(150_000);
    await expect(temp.store.restore(ids[0] ?? "")).rejects.toMatchObject({ code: "unknown_snapshot" });
    await temp.store.restore(ids[3] ?? "");
    await temp.store.prune({ maxBytes: 150_000 });
    expect(await temp.store.size()).toBeLessThan(150_000);
    expect((await temp.store.list()).length).toBeGreaterThan(0);
    expect((await temp.store.prune({ maxAgeMs: -1 })).forgotten.length).toBeGreaterThanOrEqual(0);
    expect(await temp.store.list()).toHaveLength(1);
    await temp.store.forget((await temp.store.list())[0]?.id ?? "");
    expect(await temp.store.list()).toEqual([]);
    expect((await temp.store.take("again")).files).toBe(2);
  });
});

describe("a machine without git", () => {
  it("has no undo, with an error that says so", async () => {
    await using temp = await createTempSnapshots();
    await expect(temp.open({ path: "/nonexistent" })).rejects.toMatchObject({
      code: "git_not_found",
      message: expect.stringContaining("Undo is off"),
    });
  });
});

const change = fc.record({
  path: fc.constantFrom("a", "b", "d/a", "d/b", "d/e/a", "f", "f/a"),
  what: fc.constantFrom("write", "write again", "remove", "folder", "link", "executable"),
});

describe("any sequence of changes", () => {
  it.each([false, true])(
    "is undone step by step (watching: %s)",
    async (watch) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.array(change, { maxLength: 4 }), { minLength: 1, maxLength: 4 }),
          async (steps) => {
            await using temp = await createTempSnapshots({ a: "start", "d/a": "start" }, { watch });
            const seen: { id: string; tree: Record<string, string> }[] = [];
            for (const step of steps) {
              for (const one of step) makeChange(temp, one);
              seen.push({ id: (await temp.store.take("step")).id, tree: describeTree(temp.root) });
            }
            for (const { id, tree } of seen.toReversed()) {
              expect((await temp.store.restore(id)).conflicts).toEqual([]);
              expect(describeTree(temp.root)).toEqual(tree);
            }
          },
        ),
        { numRuns: 12 },
      );
    },
    60_000,
  );
});

function makeChange(temp: TempSnapshots, { path, what }: { path: string; what: string }): void {
  const target = temp.path(path);
  try {
    if (what.startsWith("write")) temp.write(path, what);
    else if (what === "executable") chmodSync(target, 0o755);
    else {
      rmSync(target, { recursive: true, force: true });
      if (what === "folder") mkdirSync(target, { recursive: true });
      if (what === "link") symlinkSync("a", target);
    }
  } catch {
    // A file in place of a folder, or nothing to change: try another change.
  }
}

describe("a snapshot before a few files are written", () => {
  it("reads only these, and otherwise equals the previous one", async () => {
    await using temp = await createTempSnapshots();
    temp.write("a.txt", "one");
    temp.write("sub/b.txt", "one");
    const first = await temp.store.take("all");
    temp.write("a.txt", "two");
    temp.write("sub/b.txt", "two");
    temp.write("sub/new.txt", "new");
    const second = await temp.store.take("some", { paths: ["a.txt", "sub/new.txt", "sub/missing.txt"] });
    const changed = await temp.store.changedFiles(first.id, second.id);
    expect(changed.map(({ path }) => path)).toEqual(["a.txt", "sub/new.txt"]);
    rmSync(join(temp.root, "a.txt"));
    chmodSync(join(temp.root, "sub/new.txt"), 0o755);
    const third = await temp.store.take("some again", { paths: ["a.txt", "sub/new.txt"] });
    expect(await temp.store.changedFiles(second.id, third.id)).toEqual([
      { path: "a.txt", change: "deleted" },
      { path: "sub/new.txt", change: "changed" },
    ]);
  });

  it("scans everything if only that shows whether a file is saved", async () => {
    await using temp = await createTempSnapshots({}, { caps: { maxFileBytes: 100 } });
    temp.write("a.txt", "one");
    const first = await temp.store.take("all");
    temp.write("new/b.txt", "one");
    temp.write("large.bin", "x".repeat(200));
    const second = await temp.store.take("some", { paths: ["new/b.txt"] });
    expect((await temp.store.changedFiles(first.id, second.id)).map(({ path }) => path)).toEqual(["new/b.txt"]);
    expect((await temp.store.take("large", { paths: ["large.bin"] })).skipped).toEqual([
      { path: "large.bin", rule: "large" },
    ]);
  });
});
