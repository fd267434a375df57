import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { formatIndex, parseIndex } from "./git-index.ts";

const names = ["a", "a.b", "a/b", "é/ü", "日本/語", "zz", `long/${"d".repeat(200)}/${"n".repeat(200)}`];

function createRepository() {
  const root = mkdtempSync(join(tmpdir(), "roo-index-"));
  const git = (...words: string[]): string =>
    execFileSync("git", ["-c", "core.quotePath=false", ...words], {
      cwd: root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  git("init", "-q");
  for (const name of names.filter((one) => one !== "a")) {
    mkdirSync(join(root, name, ".."), { recursive: true });
    writeFileSync(join(root, name), `content of ${name}`);
  }
  git("add", "-A");
  const index = join(root, ".git", "index");
  return { root, git, index, [Symbol.dispose]: () => rmSync(root, { recursive: true }) };
}

it.each([2, 3, 4])("reads what git wrote in version %i, and writes what git reads", async (version) => {
  using repository = createRepository();
  const { git, index } = repository;
  git("update-index", "--index-version", String(version));
  const entries = (await parseIndex(readFileSync(index))) ?? [];
  const listed = git("ls-files", "-s", "-z").split("\0").filter(Boolean);
  expect(entries.map(({ mode, oid, path }) => `${mode} ${oid} 0\t${path}`)).toEqual(listed);
  expect(entries.map(({ size, path }) => [path, size])).toEqual(
    entries.map(({ path }) => [path, Buffer.byteLength(`content of ${path}`)]),
  );
  writeFileSync(index, await formatIndex(entries.toReversed()));
  expect(git("ls-files", "-s", "-z").split("\0").filter(Boolean)).toEqual(listed);
  expect([git("diff-files"), git("fsck", "--no-dangling")]).toEqual(["", ""]);
});

it("makes git look at the content of an entry without times", async () => {
  using repository = createRepository();
  const { git, index, root } = repository;
  const entries = (await parseIndex(readFileSync(index))) ?? [];
  writeFileSync(index, await formatIndex(entries.map((entry) => entry.withoutStat())));
  expect(git("diff-files", "--name-only", "-z").split("\0").filter(Boolean)).toEqual(entries.map(({ path }) => path));
  git("update-index", "-q", "--refresh");
  expect(git("diff-files")).toBe("");
  writeFileSync(join(root, "zz"), "changed");
  expect(git("diff-files", "--name-only")).toBe("zz\n");
});

it("leaves out entries that say nothing about the file, and refuses other formats", async () => {
  using repository = createRepository();
  const { git, index } = repository;
  git("update-index", "--assume-unchanged", "zz");
  git("update-index", "--skip-worktree", "a.b");
  const paths = ((await parseIndex(readFileSync(index))) ?? []).map(({ path }) => path);
  expect(paths).not.toContain("zz");
  expect(paths).not.toContain("a.b");
  expect(paths).toContain("a/b");
  expect(await parseIndex(readFileSync(index).subarray(0, 200))).toBeUndefined();
  expect(await parseIndex(Buffer.from("something else entirely, but long enough for a header"))).toBeUndefined();
  git("update-index", "--split-index");
  expect(await parseIndex(readFileSync(index))).toBeUndefined();
});
