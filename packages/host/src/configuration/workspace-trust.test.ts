import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { WorkspaceTrust } from "./workspace-trust.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "roo-trust-"));
  mkdirSync(join(folder, "work", ".roo", "modes"), { recursive: true });
  mkdirSync(join(folder, "other"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (path: string, text: string) => writeFileSync(join(folder, "work", path), text);

it("trusts a repository until its configuration changes", () => {
  const trust = new WorkspaceTrust(join(folder, "home"));
  const work = join(folder, "work");
  write(".roo/settings.json", '{"autoApprove":["edit"]}');
  expect(trust.isTrusted(work)).toBe(false);
  trust.trust(work);
  expect([trust.isTrusted(work), trust.isTrusted(join(folder, "other"))]).toEqual([true, false]);
  write("source.ts", "whatever");
  expect(trust.isTrusted(work)).toBe(true);
  write(".roo/modes/wizard.yaml", "slug: wizard");
  expect(trust.isTrusted(work)).toBe(false);
  trust.trust(work);
  trust.revoke(work);
  expect(trust.isTrusted(work)).toBe(false);
});

it("notices changes to the targets of links", () => {
  const trust = new WorkspaceTrust(join(folder, "home"));
  const work = join(folder, "work");
  write("elsewhere.yaml", "slug: one");
  symlinkSync(join(work, "elsewhere.yaml"), join(work, ".roo", "modes", "linked.yaml"));
  trust.trust(work);
  expect(trust.isTrusted(work)).toBe(true);
  write("elsewhere.yaml", "slug: two");
  expect(trust.isTrusted(work)).toBe(false);
});

it("trusts no folder when its own file is damaged", () => {
  const home = join(folder, "home");
  mkdirSync(home);
  writeFileSync(join(home, "trusted.json"), "{");
  expect(new WorkspaceTrust(home).isTrusted(join(folder, "work"))).toBe(false);
});

it.each([
  ".roo/hooks.json",
  ".roo/hooks.yaml",
  ".roo/hooks/check.sh",
  ".roo/tools/deploy.ts",
  ".roo/tools/lib/deep/x.ts",
])("revokes trust after a change to %s", (path) => {
  const trust = new WorkspaceTrust(join(folder, "home"));
  const work = join(folder, "work");
  mkdirSync(dirname(join(work, path)), { recursive: true });
  write(path, "one");
  trust.trust(work);
  expect(trust.isTrusted(work)).toBe(true);
  write(path, "two");
  expect(trust.isTrusted(work)).toBe(false);
});

it("follows links to folders, and does not hang on cycles and pipes", () => {
  const trust = new WorkspaceTrust(join(folder, "home"));
  const work = join(folder, "work");
  mkdirSync(join(work, ".roo", "tools"));
  writeFileSync(join(folder, "other", "library.ts"), "one");
  symlinkSync(join(folder, "other"), join(work, ".roo", "tools", "linked"));
  for (const name of ["a", "b", "c"]) symlinkSync(".", join(work, ".roo", "tools", name));
  symlinkSync("loop", join(work, ".roo", "tools", "loop"));
  execFileSync("mkfifo", [join(work, ".roo", "tools", "pipe.ts")]);
  trust.trust(work);
  expect(trust.isTrusted(work)).toBe(true);
  writeFileSync(join(folder, "other", "library.ts"), "two");
  expect(trust.isTrusted(work)).toBe(false);
});
