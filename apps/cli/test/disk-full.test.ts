import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { call, complete, place } from "./roo.ts";

const canMount = process.platform === "linux" && process.getuid?.() === 0;

it.skipIf(!canMount)(
  "parks a task when the disk is full, and goes on once there is room (needs root to mount a tmpfs)",
  async () => {
    using here = place();
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
