import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { buildInformation } from "../build-information.ts";

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "roo-build-")));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("names the commit and its date", () => {
  commit("2026-02-03T12:00:00Z");
  expect(buildInformation(folder)).toEqual({ commit: git("rev-parse", "--short=10", "HEAD"), date: "2026-02-03" });
});

it("says that there were changes on top of the commit", () => {
  commit("2026-02-03T12:00:00Z");
  writeFileSync(join(folder, "a.txt"), "changed\n");
  expect(buildInformation(folder).commit).toBe(`${git("rev-parse", "--short=10", "HEAD")}-dirty`);
});

it("is unknown outside a checkout, before its first commit, and in a folder of another repository", () => {
  const unknown = { commit: "unknown", date: "unknown" };
  expect(buildInformation(folder)).toEqual(unknown);
  git("init", "--quiet");
  expect(buildInformation(folder)).toEqual(unknown);
  commit("2026-02-03T12:00:00Z");
  mkdirSync(join(folder, "vendor"));
  expect(buildInformation(join(folder, "vendor"))).toEqual(unknown);
});

function commit(date: string): void {
  writeFileSync(join(folder, "a.txt"), "a\n");
  git("init", "--quiet");
  git("add", ".");
  const author = ["-c", "user.name=Test", "-c", "user.email=test@example.com"];
  const env = { ...process.env, GIT_COMMITTER_DATE: date };
  execFileSync("git", [...author, "commit", "--quiet", "--message", "first"], { cwd: folder, env });
}

function git(...args: string[]): string {
  return execFileSync("git", args, { cwd: folder, encoding: "utf8" }).trim();
}
