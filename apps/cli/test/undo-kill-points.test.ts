import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { isNightly } from "@roo-code/testkit/nightly";
import { expect, it } from "vitest";
import type { DiskCall } from "./crash/kill-point.ts";
import { underStrace } from "./kill-points.ts";
import { call, complete, createProject, type Outcome, type TestProject } from "./roo.ts";

const hasStrace = spawnSync("strace", ["-V"]).status === 0;
const manyPoints = 60;
const whole = Array.from({ length: manyPoints }, (_, index) => index + 1);

/** The last sync is that of the log; a rename in the middle is that of a file. */
const sample: readonly (readonly [DiskCall, readonly number[]])[] = [
  ["fdatasync", [1]],
  ["unlink", [3]],
  ["rename", [15]],
];
const points = isNightly
  ? (["fdatasync", "fsync", "unlink", "rename"] as const).map((syscall) => [syscall, whole] as const)
  : sample;

it.skipIf(!hasStrace).each(points)(
  "roo undo killed at its %s is completed by repeating it, and reverted by a redo (needs strace)",
  { timeout: 600_000 },
  async (syscall, numbers) => {
    for (const point of numbers) {
      using here = createProject(files);
      const states = await worked(here);
      const killed = await underStrace(here, { point, call: syscall }, ["undo"]);
      expect(await completed(here, killed, ["undo"])).toMatchObject({ code: 0 });
      expect([point, filesOf(here)]).toEqual([point, states.undone]);
      expect(await here.roo(["undo", "--redo"])).toMatchObject({ code: 0 });
      expect([point, filesOf(here)]).toEqual([point, states.done]);
      expect(await here.roo(["undo"])).toMatchObject({ code: 0 });
      expect([point, filesOf(here)]).toEqual([point, states.undone]);
      if (killed.code === 0) break;
    }
  },
);

it.skipIf(!hasStrace).each(isNightly ? points : [["fdatasync", [1]] as const])(
  "the same for roo undo --redo killed at its %s (needs strace)",
  { timeout: 600_000 },
  async (syscall, numbers) => {
    for (const point of numbers) {
      using here = createProject(files);
      const states = await worked(here);
      expect(await here.roo(["undo"])).toMatchObject({ code: 0 });
      const killed = await underStrace(here, { point, call: syscall }, ["undo", "--redo"]);
      expect(await completed(here, killed, ["undo", "--redo"])).toMatchObject({ code: 0 });
      expect([point, filesOf(here)]).toEqual([point, states.done]);
      expect(await here.roo(["undo"])).toMatchObject({ code: 0 });
      expect([point, filesOf(here)]).toEqual([point, states.undone]);
      if (killed.code === 0) break;
    }
  },
);

it.skipIf(!hasStrace)(
  "changes made between the kill and the repeated undo survive both and a redo (needs strace)",
  { timeout: 600_000 },
  async () => {
    for (const point of isNightly ? whole : [15]) {
      using here = createProject(files);
      const states = await worked(here);
      const killed = await underStrace(here, { point, call: "rename" }, ["undo"]);
      if (killed.stdout !== "") break;
      const edit = (text: string): string => text.replace("three", "three, edited");
      here.write("a.txt", edit(here.read("a.txt")));
      expect(await here.roo(["undo"])).toMatchObject({ code: 0 });
      expect([point, filesOf(here)]).toEqual([point, edit(states.undone)]);
      expect(await here.roo(["undo", "--redo"])).toMatchObject({ code: 0 });
      expect([point, filesOf(here)]).toEqual([point, edit(states.done)]);
    }
  },
);

it.skipIf(!hasStrace)(
  "a repeated undo completes the step that was chosen first (needs strace)",
  { timeout: 600_000 },
  async () => {
    for (const point of isNightly ? whole : [14]) {
      using here = createProject(files);
      const states = await worked(here, call("write_to_file", { path: "last.txt", content: "last\n" }));
      here.write("last.txt", "");
      spawnSync("rm", [here.path("last.txt")]);
      const killed = await underStrace(here, { point, call: "rename" }, ["undo"]);
      expect(await completed(here, killed, ["undo"])).toMatchObject({ code: 0 });
      expect([point, filesOf(here)]).toEqual([point, states.undone]);
      expect(await here.roo(["undo", "--redo"])).toMatchObject({ code: 0 });
      expect([point, filesOf(here)]).toEqual([point, states.done]);
      if (killed.code === 0) break;
    }
  },
);

const files = { "a.txt": "one\n2\n3\nthree\n5\n6\nseven\n", "b.txt": "b\n", "gone.txt": "gone\n", "deep/c.txt": "c\n" };

/** Repeats it, unless it was reported as done. */
async function completed(
  here: TestProject,
  killed: Outcome,
  args: readonly string[],
): Promise<{ code: number | null }> {
  return killed.stdout === "" ? here.roo(args) : { code: 0 };
}

/** A task of two steps, after which a person changed other lines and files. */
async function worked(here: TestProject, ...more: readonly object[]): Promise<{ done: string; undone: string }> {
  const command =
    "sed -i s/one/ONE/ a.txt; mkdir -p new/dir; echo n > new/dir/n.txt; echo n > n.txt; rm gone.txt; echo C > deep/c.txt";
  await here.run(
    [
      call("write_to_file", { path: "b.txt", content: "earlier\n" }),
      call("execute_command", { command }),
      ...more,
    ].concat(complete("done")),
    "--auto-approve",
    "all,destructive,protected",
    "--sandbox",
    "off",
  );
  here.write("a.txt", here.read("a.txt").replace("seven", "seven, mine"));
  here.write("mine.txt", "mine\n");
  here.write("new/dir/mine.txt", "mine\n");
  const mine = { "mine.txt": "mine\n", "new/dir/mine.txt": "mine\n" };
  const own = files["a.txt"].replace("seven", "seven, mine");
  return {
    undone: textOf({ ...files, ...mine, "a.txt": own, "b.txt": "earlier\n" }),
    done: textOf({
      ...mine,
      "a.txt": own.replace("one", "ONE"),
      "b.txt": "earlier\n",
      "deep/c.txt": "C\n",
      "n.txt": "n\n",
      "new/dir/n.txt": "n\n",
    }),
  };
}

function filesOf(here: TestProject): string {
  const names = readdirSync(here.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(here.folder.length + 1));
  return textOf(Object.fromEntries(names.map((name) => [name, here.read(name)])));
}

function textOf(contents: Readonly<Record<string, string>>): string {
  const sorted = Object.entries(contents).sort(([one], [other]) => (one < other ? -1 : 1));
  return sorted.map(([name, content]) => `${name}: ${content}`).join("");
}
