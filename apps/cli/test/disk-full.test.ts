import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { canMount } from "@roo-code/testkit/can-mount";
import { expect, it } from "vitest";
import { call, complete, createProject, rooProgram, startProgram } from "./roo.ts";

const hasStrace = spawnSync("strace", ["-V"]).status === 0;
const mounts = canMount();

it.skipIf(!mounts)(
  "suspends a task when the disk is full, and resumes once there is space (needs root to mount a tmpfs)",
  async () => {
    using here = createProject();
    mkdirSync(here.home);
    expect(spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", here.home]).status).toBe(0);
    try {
      const big = (count: number) => call("write_to_file", { path: `f${count}.txt`, content: "x".repeat(150_000) });
      const replies = [big(1), big(2), big(3), big(4), big(5), big(6), big(7), big(8), complete("done")];
      const script = here.script(replies);
      writeFileSync(join(here.home, "ballast"), "x".repeat(400_000));
      const full = await here.roo(["run", "--replay", script, "--auto-approve", "edit", "do it"]);
      expect(full.code).toBe(1);
      expect(full.stderr).toMatch(/full|space/i);
      rmSync(join(here.home, "ballast"));
      rmSync(join(here.home, "cache"), { recursive: true, force: true });
      expect(spawnSync("mount", ["-o", "remount,size=16m", here.home]).status).toBe(0);
      const [taskId = ""] = here.taskIds();
      const resumed = await here.roo([
        "run",
        "--replay",
        script,
        "--resume",
        taskId,
        "--auto-approve",
        "edit",
        "--output",
        "json",
      ]);
      expect(resumed.code).toBe(0);
      expect(JSON.parse(resumed.stdout)).toMatchObject({
        status: "completed",
        filesChanged: replies.slice(0, 8).map((_, index) => `f${index + 1}.txt`),
      });
      expect(here.events(taskId).map(({ seq }) => seq)).toEqual(here.events(taskId).map((_, index) => index + 1));
    } finally {
      spawnSync("umount", [here.home]);
    }
  },
);

it.skipIf(!mounts)(
  "suspends a task whose file does not fit, keeps the old one, and resumes once there is space (needs root to mount a tmpfs)",
  async () => {
    using here = createProject();
    expect(spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", here.folder]).status).toBe(0);
    try {
      here.write("a.txt", "old\n");
      const content = `${"x".repeat(3_000_000)}\n`;
      const script = here.script([call("write_to_file", { path: "a.txt", content }), complete("done")]);
      const flags = ["--replay", script, "--auto-approve", "edit", "--output", "json"];
      const full = await here.roo(["run", ...flags, "do it"]);
      expect([full.code, JSON.parse(full.stdout)]).toMatchObject([1, { error: { code: "disk_full" } }]);
      expect([readdirSync(here.folder), here.read("a.txt")]).toEqual([["a.txt"], "old\n"]);
      expect(spawnSync("mount", ["-o", "remount,size=16m", here.folder]).status).toBe(0);
      const resumed = await here.roo(["tasks", "resume", here.taskIds()[0] ?? "", ...flags]);
      expect([resumed.code, JSON.parse(resumed.stdout)]).toMatchObject([0, { status: "completed", result: "done" }]);
      expect([readdirSync(here.folder), here.read("a.txt")]).toEqual([["a.txt"], content]);
    } finally {
      spawnSync("umount", [here.folder]);
    }
  },
);

it.skipIf(!hasStrace)("reports a disk failure, and resumes from what is durable (needs strace)", async () => {
  using here = createProject();
  const script = here.script([call("write_to_file", { path: "a.txt", content: "a\n" }), complete("done")]);
  const flags = ["--replay", script, "--auto-approve", "edit", "--output", "json"];
  const inject = ["-e", "trace=fdatasync", "-e", "inject=fdatasync:error=EIO:when=3"];
  const program = [rooProgram, "run", ...flags, "do it"];
  const env = { ...here.env, UV_THREADPOOL_SIZE: "1" };
  const failed = await startProgram("strace", ["-f", "-qq", "-o", "/dev/null", ...inject, ...program], {
    cwd: here.folder,
    env,
  }).ended;
  expect([failed.code, JSON.parse(failed.stdout)]).toMatchObject([
    1,
    { status: "failed", error: { code: "log_write_failed" } },
  ]);
  const [taskId = ""] = here.taskIds();
  const resumed = await here.roo(["tasks", "resume", taskId, ...flags]);
  expect([resumed.code, JSON.parse(resumed.stdout)]).toMatchObject([0, { status: "completed", result: "done" }]);
  expect(here.read("a.txt")).toBe("a\n");
});
