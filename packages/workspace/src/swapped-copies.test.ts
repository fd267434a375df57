import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import { describe, expect, it } from "vitest";
import {
  inner,
  rounds,
  roundsTimeoutMs,
  type SwappedFolder,
  secret,
  stillFolder,
  swapFolder,
} from "../test/swapped-folder.ts";
import { HeldFolder } from "./files/held-folder.ts";
import { removeSteps } from "./files/remove-entry.ts";
import { keepChanges } from "./sandbox/overlay/overlay-layer.ts";
import { ObjectCache } from "./snapshots/git-objects.ts";
import { createGit } from "./snapshots/git-program.ts";
import { SnapshotJournal } from "./snapshots/journal.ts";
import { type Scan, scanWorkspace } from "./snapshots/scan-workspace.ts";
import { copyRepository } from "./worktrees/copy-repository.ts";
import { linkSkipped } from "./worktrees/link-skipped.ts";
import { copyFiles } from "./worktrees/make-copy.ts";
import { setAsideFromDisk } from "./worktrees/set-aside.ts";
import { worktreeFolder } from "./worktrees/worktree-folder.ts";

const caps = { maxFileBytes: 1e6, maxStepBytes: 1e9, maxFiles: 1e5 };
const paths = ["swapped/a.txt", "swapped/deep/c.txt", "swapped/new/d.txt", "swapped/b.txt"];

/** Applies what a command wrote and deleted. */
function keep({ root, home }: SwappedFolder): readonly string[] {
  const upper = join(home, "upper");
  for (const path of paths.slice(0, 3)) {
    mkdirSync(join(upper, path, ".."), { recursive: true });
    writeFileSync(join(upper, path), "from a command\n");
  }
  const changes = paths.map((path, index) => ({ kind: index < 3 ? ("write" as const) : ("delete" as const), path }));
  return keepChanges({ root, upper, changes, mayWrite: () => true });
}

/** Sets a file of a copy aside, and returns its content. */
function setAside({ root, home }: SwappedFolder): string {
  const worktree = { ...worktreeFolder(home, "copy"), files: root };
  const { aside } = setAsideFromDisk(worktree, "swapped/a.txt");
  const text = readFileSync(aside, "utf8");
  rmSync(aside);
  return text;
}

async function scan({ root }: SwappedFolder): Promise<Scan> {
  for (;;) {
    const found = await scanWorkspace({ root, own: [], caps, now: Date.now(), before: undefined });
    if (found.candidates.includes("swapped/deep/c.txt")) return found;
  }
}

/** All texts of a new copy. */
async function copy(found: Scan, { home }: SwappedFolder): Promise<string> {
  const target = join(home, "target");
  mkdirSync(target);
  await copyFiles(found, target);
  const names = ["swapped/a.txt", "swapped/b.txt", "swapped/deep/c.txt"].map((name) => join(target, name));
  const texts = names.filter((name) => existsSync(name)).map((name) => readFileSync(name, "utf8"));
  rmSync(target, { recursive: true });
  return texts.join("");
}

const repository = (text: string): Record<string, string> => ({
  ".git/HEAD": `${text}\n`,
  ".git/config": `[user]\n\tname = ${text}\n`,
  ".git/index": text,
  ".git/info/attributes": text,
  ".git/info/exclude": text,
  ".git/objects/info/packs": text,
  ".git/packed-refs": text,
  ".git/refs/heads/main": text,
});
const leftOut = (text: string): Record<string, string> => ({
  "dist/a.js": text,
  "dist/deep/b.js": text,
  "node_modules/.package-lock.json": text,
  "node_modules/@scope/package/index.js": text,
  "node_modules/@scope/readme.md": text,
  "node_modules/package/index.js": text,
});

/** A new repository: its files, and the path of its objects. */
async function cloned({ root, home }: SwappedFolder): Promise<readonly string[]> {
  const to = join(home, "repository");
  const git = createGit("git", {
    path: home,
    workspace: home,
    index: join(home, "index"),
    refs: join(home, "refs"),
    objects: new ObjectCache(),
    journal: new SnapshotJournal(home),
  });
  const objects = await copyRepository(git, { from: join(root, "swapped/.git"), to, hidden: [] });
  const texts = textsBelow(to);
  rmSync(to, { recursive: true, force: true });
  return objects === undefined ? texts : [...texts, objects];
}

/** What a copy has of what snapshots leave out: its files, and the targets of its links. */
function linked({ root, home }: SwappedFolder): readonly string[] {
  const to = join(home, "linked");
  mkdirSync(join(to, "swapped"), { recursive: true });
  const { shared } = linkSkipped(root, to, [
    { path: "swapped/dist/", rule: "build" },
    { path: "swapped/node_modules/", rule: "dependencies" },
    { path: "swapped/b.txt", rule: "large" },
  ]);
  const texts = textsBelow(to);
  rmSync(to, { recursive: true });
  return [...texts, ...shared.map(({ path }) => path)];
}

/** For a link, its target. */
function textsBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink()) return [readlinkSync(path)];
    return entry.isDirectory() ? textsBelow(path) : [readFileSync(path, "utf8")];
  });
}

function isOutside({ outside }: SwappedFolder, texts: readonly string[]): boolean {
  return texts.some((text) => text.includes(secret) || text.includes(outside));
}

describe("while a folder is swapped for a link to outside", { timeout: roundsTimeoutMs }, () => {
  it("a command's changes are not applied there", async () => {
    await using swapped = await swapFolder();
    for (let round = 0; round < rounds.slow; round += 1) keep(swapped);
    expect(swapped.damage()).toEqual([]);
  });

  it("nothing from there is set aside", async () => {
    await using swapped = await swapFolder();
    let outside = 0;
    for (let round = 0; round < rounds.quick; round += 1) outside += setAside(swapped).includes(secret) ? 1 : 0;
    expect(outside).toBe(0);
  });

  it("a copy of the workspace contains nothing from there", async () => {
    await using swapped = await swapFolder();
    const found = await scan(swapped);
    let outside = 0;
    for (let round = 0; round < rounds.slow; round += 1)
      outside += (await copy(found, swapped)).includes(secret) ? 1 : 0;
    expect(outside).toBe(0);
  });

  it("a copy's repository contains nothing from there", async () => {
    await using swapped = await swapFolder(repository);
    let outside = 0;
    for (let round = 0; round < rounds.slow; round += 1) outside += isOutside(swapped, await cloned(swapped)) ? 1 : 0;
    expect(outside).toBe(0);
  });

  it("a copy links or copies no dependencies and builds from there", async () => {
    await using swapped = await swapFolder(leftOut);
    let outside = 0;
    for (let round = 0; round < rounds.slow; round += 1) outside += isOutside(swapped, linked(swapped)) ? 1 : 0;
    expect(outside).toBe(0);
  });
});

it("all of that works if nothing is swapped", async () => {
  await using still = stillFolder();
  expect(await copy(await scan(still), still)).toContain(`${inner} of deep/c.txt`);
  expect(setAside(still)).toBe(`${inner} of a.txt\n`);
  await using project = stillFolder((text) => ({ ...repository(text), ...leftOut(text) }));
  const own = join(project.root, "swapped");
  expect((await cloned(project)).filter((text) => text.includes(inner)).length).toBe(7);
  expect(await cloned(project)).toContain(join(own, ".git/objects"));
  expect(linked(project).toSorted()).toEqual([
    ...["b.txt", "b.txt", "node_modules", "node_modules/@scope/package", "node_modules/package"].map((name) =>
      join(own, name),
    ),
    inner,
    inner,
    inner,
    inner,
  ]);
  expect(keep(still)).toEqual([]);
  const texts = paths.slice(0, 3).map((path) => readFileSync(join(still.root, path), "utf8"));
  expect(texts).toEqual(["from a command\n", "from a command\n", "from a command\n"]);
  expect(readdirSync(join(still.root, "swapped"))).not.toContain("b.txt");
});

it("a copy shares nothing outside through a link that replaced a skipped folder", async () => {
  await using temp = createTempWorkspace({ "outside/a.txt": "secret", "work/dist/a.txt": "built", "copy/a.txt": "" });
  symlinkSync(temp.path("outside"), temp.path("work/node_modules"));
  symlinkSync(temp.path("outside"), temp.path("work/build"));
  const { links, shared } = linkSkipped(temp.path("work"), temp.path("copy"), [
    { path: "node_modules/", rule: "dependencies" },
    { path: "build/", rule: "build" },
    { path: "dist/", rule: "build" },
  ]);
  expect([links, shared, readdirSync(temp.path("copy"))]).toEqual([[], [], ["a.txt", "dist"]]);
});

it.each([".git", ".git/objects", ".git/refs"])(
  "a copy has no repository of a workspace whose %s is a link",
  async (name) => {
    await using still = stillFolder(repository);
    const path = join(still.root, "swapped", name);
    rmSync(path, { recursive: true });
    symlinkSync(join(still.outside, name), path);
    expect(await cloned(still)).toEqual([]);
  },
);

it("a removal continues in the folder it started with, not in the target of a link of its name", async () => {
  await using temp = createTempWorkspace({ "tree/in/a.txt": "", "tree/in/b.txt": "", "outside/b.txt": "kept" });
  using held = HeldFolder.open(temp.root);
  const removal = removeSteps(held, "tree");
  // Before `in`, and before the first of its files.
  removal.next();
  removal.next();
  renameSync(temp.path("tree/in"), temp.path("moved"));
  symlinkSync(temp.path("outside"), temp.path("tree/in"));
  expect(() => {
    while (!removal.next().done);
  }).toThrow("ENOTDIR");
  expect(readdirSync(temp.path("moved"))).toEqual([]);
  expect(temp.readText("outside/b.txt")).toBe("kept");
});
