import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { call, complete, createProject, rooProgram, startProgram } from "./roo.ts";

const hasStrace = spawnSync("strace", ["-V"]).status === 0;
const old = { "a.txt": "old a\n", "b.txt": "old b\n", "c.txt": "old c\n" };
const patch = `*** Begin Patch
*** Update File: a.txt
@@
-old a
+new a
*** Update File: b.txt
@@
-old b
+new b
*** Delete File: c.txt
*** End Patch`;

/** Temporary files before their rename: strace matches a rename by its source. */
const waitingName = (path: string) => `.roo-tmp-${createHash("sha256").update(path).digest("hex").slice(0, 16)}`;

/** Files are accessed through a handle on their folder, whose number is unknown. */
const namesOf = (name: string) => Array.from({ length: 200 }, (_, fd) => ["-P", `/proc/self/fd/${fd}/${name}`]).flat();

// Each kill comes right before a rename: before the first, between two, before the last.
it.skipIf(!hasStrace).each([
  ["rename", "a.txt"],
  ["rename", "b.txt"],
  ["unlink", "c.txt"],
])(
  "kill -9 at the %s of %s leaves no file torn, and no trace once the task was resumed (needs strace)",
  async (syscall, at) => {
    using here = createProject(old);
    const script = here.script([call("apply_patch", { patch }), complete("done")]);
    const flags = ["--replay", script, "--auto-approve", "edit", "--output", "json"];
    const strace = ["-f", "-qq", "-o", "/dev/null", ...namesOf(syscall === "rename" ? waitingName(at) : at)];
    const inject = ["-e", `trace=${syscall}`, "-e", `inject=${syscall}:signal=SIGKILL`];
    const program = [rooProgram, "run", ...flags, "do it"];
    const killed = await startProgram("strace", [...strace, ...inject, ...program], { cwd: here.folder, env: here.env })
      .ended;
    expect(killed.stdout).toBe("");
    const names = readdirSync(here.folder);
    for (const name of names.filter((one) => one.endsWith(".txt") && !one.startsWith(".")))
      expect(here.read(name)).toMatch(/^(old|new) [abc]\n$/);
    const [taskId = ""] = here.taskIds();
    const resumed = await here.roo(["tasks", "resume", taskId, ...flags]);
    expect(JSON.parse(resumed.stdout)).toMatchObject({
      status: "completed",
      filesChanged: ["a.txt", "b.txt", "c.txt"],
    });
    expect(readdirSync(here.folder).map((name) => [name, here.read(name)])).toEqual([
      ["a.txt", "new a\n"],
      ["b.txt", "new b\n"],
    ]);
  },
);
