import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { startProgram } from "../test/fresh-machine.ts";
import { writeArchive, writeExecutable } from "./executable.ts";

/** An executable whose Node is a link to the one that runs this test, and whose roo prints its arguments. */
let folder: string;
let program: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "roo-executable-"));
  program = join(folder, "roo");
  const script =
    "console.log(JSON.stringify([process.argv.slice(2), process.env.MALLOC_ARENA_MAX])); process.exitCode = 3;";
  const archive = join(folder, "roo.tar.gz");
  await writeArchive(
    [
      { type: "folder", path: "roo-1.0.0/bin" },
      { type: "link", path: "roo-1.0.0/bin/node", target: process.execPath },
      { type: "file", path: "roo-1.0.0/cli/dist/roo.js", content: Buffer.from(script), isExecutable: true },
    ],
    0,
    archive,
  );
  await writeExecutable({ name: "1.0.0-test", archive, into: program });
  mkdirSync(join(folder, "home"));
});
afterEach(() => {
  chmodSync(join(folder, "home"), 0o755);
  rmSync(folder, { recursive: true, force: true });
});

it("unpacks itself once, passes arguments on and exits as roo does", () => {
  for (const _ of [1, 2])
    expect(start(["run", "a b", "--x"])).toEqual({ status: 3, stdout: '[["run","a b","--x"],"1"]\n', stderr: "" });
  expect(readdirSync(join(folder, "home/.cache/roo-code"))).toEqual([
    expect.stringMatching(/^1\.0\.0-test-[0-9a-f]{12}$/),
  ]);
});

it("unpacks into XDG_CACHE_HOME, readable only by its owner", () => {
  const cache = join(folder, "cache");
  expect(start([], { XDG_CACHE_HOME: cache }).status).toBe(3);
  expect(readdirSync(cache)).toEqual(["roo-code"]);
  expect(statSync(join(cache, "roo-code")).mode & 0o777).toBe(0o700);
});

it("starts of which several are the first leave one copy", async () => {
  const outcomes = await Promise.all([1, 2, 3].map(() => startProgram(program, [], folder, environment())));
  expect(outcomes.map(({ status, stderr }) => [status, stderr])).toEqual([3, 3, 3].map((status) => [status, ""]));
  expect(readdirSync(join(folder, "home/.cache/roo-code"))).toHaveLength(1);
});

it("says what to do if it was cut off, and leaves nothing behind", () => {
  truncateSync(program, readFileSync(program).length - 100);
  const { status, stdout, stderr } = start();
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toContain("download roo again");
  expect(readdirSync(join(folder, "home/.cache/roo-code"))).toEqual([]);
});

it("says what to do if there is no folder it can write to", () => {
  // A file where the folder should be: root may write anywhere else.
  const { status, stderr } = start([], { XDG_CACHE_HOME: program });
  expect(status).toBe(2);
  expect(stderr).toContain("XDG_CACHE_HOME names another folder");
});

function start(args: readonly string[] = [], variables: NodeJS.ProcessEnv = {}) {
  const { status, stdout, stderr } = spawnSync(program, args, { env: environment(variables), encoding: "utf8" });
  return { status, stdout, stderr };
}

function environment(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return { PATH: process.env["PATH"], HOME: join(folder, "home"), ...more };
}
