import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { createTempSnapshots, describeTree, type TempSnapshots } from "../temp-snapshots.ts";
import { createGatedGit } from "./gated-git.ts";

const many = Object.fromEntries(
  Array.from({ length: 100 }, (_, number) => [`src/part-${number % 20}/file-${number}.ts`, `export ${number};\n`]),
);

function git(cwd: string, ...words: string[]): void {
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "gc.auto=0", ...words], {
    cwd,
    stdio: "ignore",
  });
}

/** Git relies on the times of files only if they are older than its index. */
function makeOld(temp: TempSnapshots, paths: Iterable<string>): void {
  const hourAgo = Date.now() / 1000 - 3600;
  for (const path of paths) utimesSync(temp.path(path), hourAgo, hourAgo);
}

/** A repository of old files, and a git that does not save them unless it is let. */
async function createRepository(files: Record<string, string>, root = "") {
  const temp = await createTempSnapshots(files);
  makeOld(temp, Object.keys(files));
  git(temp.path(root), "init", "-q");
  return { temp, gate: await createGatedGit(join(temp.home, "gate")) };
}

async function take(temp: TempSnapshots, path: string) {
  const store = await temp.open({ path, smallFiles: 0, repositoryFrom: 50 });
  const { id } = await store.take("first");
  const before = describeTree(temp.root);
  return { store, id, before };
}

it("reads no file that is in the user's repository, and keeps its content when that loses it", async () => {
  const { temp, gate } = await createRepository(many);
  await using _ = temp;
  git(temp.root, "add", "-A");
  git(temp.root, "commit", "-qm", "all");
  git(temp.root, "gc", "-q");
  const { store, id } = await take(temp, gate.path);
  expect(gate.saves()).toBe(0);
  for (const name of ["src", ".git"]) rmSync(temp.path(name), { recursive: true });
  await store.restore(id);
  const left = describeTree(temp.root);
  expect(Object.entries(many).filter(([path, text]) => left[path] !== `644 ${text}`)).toEqual([]);
});

it("reads what differs from the repository: changed, untracked, converted and filtered files", async () => {
  const files = { ...many, "crlf.txt": "one\r\ntwo\r\n", "run.sh": "#!/bin/sh\n", changed: "before" };
  const { temp, gate } = await createRepository(files);
  await using _ = temp;
  git(temp.root, "config", "core.autocrlf", "true");
  git(temp.root, "add", "-A");
  // As a checkout leaves it: not the size that git stored.
  git(temp.root, "update-index", "--refresh");
  temp.write("changed", "after");
  temp.write("untracked", "new");
  chmodSync(temp.path("run.sh"), 0o755);
  gate.allowAll();
  const { store, id, before } = await take(temp, gate.path);
  for (const path of ["crlf.txt", "run.sh", "changed", "untracked", "src/part-1/file-1.ts"]) temp.write(path, "lost");
  chmodSync(temp.path("run.sh"), 0o644);
  await store.restore(id);
  expect(describeTree(temp.root)).toMatchObject({
    "crlf.txt": before["crlf.txt"],
    "run.sh": "755 #!/bin/sh\n",
    changed: "644 after",
    untracked: "644 new",
    "src/part-1/file-1.ts": before["src/part-1/file-1.ts"],
  });
});

it("uses the repository above the workspace, and none with a filter that may keep the size", async () => {
  const { temp, gate } = await createRepository(many, "..");
  await using _ = temp;
  const top = dirname(temp.root);
  git(top, "add", "-A", "workspace");
  await take(temp, gate.path);
  expect(gate.saves()).toBe(0);

  const filtered = await createRepository({ ...many, ".gitattributes": "*.ts filter=upper\n" });
  await using _other = filtered.temp;
  mkdirSync(filtered.temp.path(".git/info"), { recursive: true });
  git(filtered.temp.root, "config", "filter.upper.clean", "tr a-z A-Z");
  git(filtered.temp.root, "add", "-A");
  filtered.gate.allowAll();
  const { store, id } = await take(filtered.temp, filtered.gate.path);
  writeFileSync(filtered.temp.path("src/part-1/file-1.ts"), "lost");
  await store.restore(id);
  expect(describeTree(filtered.temp.root)["src/part-1/file-1.ts"]).toBe("644 export 1;\n");
});
