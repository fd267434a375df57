import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { SpillFolder } from "./spill-folder.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "roo-spill-test-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("continues counting where an earlier run of the task ended", () => {
  writeFileSync(join(folder, "cmd-7.txt"), "");
  writeFileSync(join(folder, "cmd-x.txt"), "");
  expect(new SpillFolder(folder).nextId()).toBe("cmd-8");
});

it("keeps a file within its limit, and writes no more after an error", () => {
  const file = new SpillFolder(folder, { maxFileBytes: 5, maxBytes: 100 }).open("cmd-1");
  file.push(Buffer.from("abc"));
  file.push(Buffer.from("defg"));
  file.push(Buffer.from("h"));
  expect(file.size).toBe(5);
  expect(readFileSync(join(folder, "cmd-1.txt"), "utf8")).toBe("abcde");
  const nowhere = new SpillFolder("/dev/null/nowhere").open("cmd-1");
  nowhere.push(Buffer.from("abc"));
  expect(nowhere.size).toBe(0);
});

it("deletes the oldest files to make room", () => {
  for (const number of [2, 10, 9]) writeFileSync(join(folder, `cmd-${number}.txt`), "x".repeat(40));
  new SpillFolder(folder, { maxFileBytes: 50, maxBytes: 100 }).open("cmd-11").end();
  expect(readdirSync(folder).toSorted()).toEqual(["cmd-10.txt", "cmd-11.txt"]);
});

it("finds only its own files", () => {
  writeFileSync(join(folder, "secret.txt"), "");
  writeFileSync(join(folder, "cmd-1.txt"), "");
  const spills = new SpillFolder(folder);
  expect(spills.find("cmd-1.txt")).toBe(join(folder, "cmd-1.txt"));
  for (const wrong of ["secret.txt", "../x/cmd-1.txt", "cmd-2.txt", "cmd-.txt", "/etc/passwd"]) {
    expect(spills.find(wrong)).toBeUndefined();
  }
});

it("removes its own folder on dispose, but not the host's", () => {
  const own = new SpillFolder(undefined);
  const file = own.open("cmd-1");
  expect(existsSync(file.path)).toBe(true);
  own.dispose();
  own.dispose();
  expect(existsSync(dirname(file.path))).toBe(false);
  const given = new SpillFolder(folder);
  given.open("cmd-1").end();
  given.dispose();
  expect(existsSync(join(folder, "cmd-1.txt"))).toBe(true);
});
