import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TaskEvent } from "@roo-code/types";
import { describe, expect, it } from "vitest";
import { hasTerminal, inTerminal } from "./in-terminal.ts";
import { call, complete, createProject, type TestProject } from "./roo.ts";

const all = ["--auto-approve", "all,destructive,protected", "--sandbox", "off"];
const write = (path: string, content: string) => call("write_to_file", { path, content });
const command = (text: string) => call("execute_command", { command: text });
const lines = (...some: string[]) => some.map((line) => `${line}\n`).join("");
const readme = lines("# Shop", "", "one", "two", "three", "", "## Use", "", "Run it.");

async function changed(here: TestProject, taskId: string): Promise<string[]> {
  const { stdout } = await here.roo(["diff", taskId, "--output", "json"]);
  return JSON.parse(stdout).files.map(({ path }: { path: string }) => path);
}

async function steps(here: TestProject): Promise<readonly { seq: number; changed: string[] }[]> {
  const { stdout } = await here.roo(["checkpoints", "--output", "json"]);
  return JSON.parse(stdout).checkpoints;
}

describe("a person and a task in one folder", () => {
  it.skipIf(!hasTerminal)(
    "a note written during an approval survives the undo of the step (needs script)",
    async () => {
      using here = createProject({ "a.txt": "a\n" });
      const script = here.script([write("a.txt", "b\n"), command("echo c > c.txt"), complete("done")]);
      await using run = inTerminal(here, ["run", "--sandbox", "off", "--replay", script, "do it"]);
      await run.sees(/write_to_file[\s\S]*Allow/);
      run.types("y");
      await run.sees(/execute_command[\s\S]*Allow/);
      here.write("NOTES.md", "mine\n");
      run.types("y");
      await run.ended;
      const [taskId = ""] = here.taskIds();
      expect(here.read("c.txt")).toBe("c\n");
      expect(await changed(here, taskId)).toEqual(["a.txt", "c.txt"]);
      expect(filesChanged(here.events(taskId))).toEqual(["a.txt", "c.txt"]);
      expect(await here.roo(["undo"])).toMatchObject({ code: 0, stderr: "" });
      expect([here.read("NOTES.md"), existsSync(here.path("c.txt"))]).toEqual(["mine\n", false]);
      expect(await here.roo(["undo"])).toMatchObject({ code: 0 });
      expect([here.read("NOTES.md"), here.read("a.txt")]).toEqual(["mine\n", "a\n"]);
    },
  );

  it("a file created after the end is neither the task's nor undone", async () => {
    using here = createProject({ "a.txt": "a\n" });
    const { result } = await here.run([write("a.txt", "b\n"), command("echo c > c.txt"), complete("done")], ...all);
    here.write("mine.txt", "mine\n");
    expect(await changed(here, result.taskId)).toEqual(["a.txt", "c.txt"]);
    expect((await here.roo(["diff", "mine.txt"])).stdout).toBe("Nothing changed in mine.txt.\n");
    expect((await here.roo(["undo", "mine.txt"])).code).toBe(2);
    expect(await here.roo(["undo", "--to", "1"])).toMatchObject({ code: 0 });
    expect([here.read("a.txt"), here.read("mine.txt"), existsSync(here.path("c.txt"))]).toEqual([
      "a\n",
      "mine\n",
      false,
    ]);
  });

  it("a line saved into the same file survives undo, restore and redo", async () => {
    using here = createProject({ "README.md": readme });
    const { result } = await here.run(
      [write("README.md", readme.replace("# Shop", "# The shop")), complete("done")],
      ...all,
    );
    here.write("README.md", here.read("README.md").replace("Run it.", "Run it.\nMine."));
    const [first] = await steps(here);
    expect((await here.roo(["diff"])).stdout).not.toContain("+Mine.");
    const undone = await here.roo(["undo", "--to", `${first?.seq}`]);
    expect(undone.stdout).toContain("merged README.md: later changes kept");
    expect(here.read("README.md")).toBe(readme.replace("Run it.", "Run it.\nMine."));
    expect(await changed(here, result.taskId)).toEqual([]);
    here.write("README.md", here.read("README.md").replace("Mine.", "Mine, too."));
    expect(await here.roo(["undo", "--redo"])).toMatchObject({ code: 0 });
    expect(here.read("README.md")).toBe(
      readme.replace("# Shop", "# The shop").replace("Run it.", "Run it.\nMine, too."),
    );
  });

  it("a conflict keeps the person's line, is reported, and either version can be chosen", async () => {
    using here = createProject({ "README.md": readme, "b.txt": "b\n" });
    const replies = [command("sed -i 's/Shop/Task/' README.md; echo new > n.txt; echo x > b.txt"), complete("done")];
    await here.run(replies, ...all);
    here.write("README.md", here.read("README.md").replace("Task", "Mine"));
    here.write("n.txt", "mine\n");
    const undone = await here.roo(["undo"]);
    expect(undone.code).toBe(1);
    expect(undone.stdout).toContain("left README.md: someone else has changed the same lines since");
    expect(undone.stdout).toContain("left n.txt: it was new, and someone else has changed it since");
    expect(undone.stdout).toContain("--take before README.md");
    expect([here.read("README.md").slice(0, 7), here.read("n.txt"), here.read("b.txt")]).toEqual([
      "# Mine\n",
      "mine\n",
      "b\n",
    ]);
    expect((await here.roo(["undo"])).stdout).toMatch(/^Nothing was undone\./);
    const mine = await here.roo(["undo", "--take", "mine", "n.txt"]);
    expect(mine).toMatchObject({ code: 0, stdout: expect.stringContaining("Kept your n.txt; the step counts as") });
    const before = await here.roo(["undo", "--take", "before", "README.md"]);
    expect(before).toMatchObject({ code: 0, stdout: expect.stringContaining("README.md was restored completely") });
    expect([here.read("README.md"), here.read("n.txt")]).toEqual([readme, "mine\n"]);
    expect((await here.roo(["undo"])).code).toBe(2);
    expect(await here.roo(["undo", "--redo"])).toMatchObject({ code: 0 });
    expect(here.read("README.md")).toContain("# Mine\n");
  });

  it("a fork in the same folder undoes what the task did, and nothing of the person's", async () => {
    using here = createProject({ "README.md": readme });
    const edit = (from: string, to: string) => command(`sed -i 's/${from}/${to}/' README.md`);
    const { result } = await here.run([edit("one", "ONE"), edit("three", "THREE"), complete("done")], ...all);
    here.write("README.md", here.read("README.md").replace("Run it.", "Mine."));
    here.write("mine.txt", "mine\n");
    const [, second] = await steps(here);
    const fork = ["tasks", "fork", result.taskId, "--at", `${second?.seq}`];
    const into = join(here.folder, "..", "copy");
    expect(await here.roo([...fork, "--into", into])).toMatchObject({ code: 0 });
    expect(existsSync(join(into, "mine.txt"))).toBe(true);
    expect(here.read("README.md")).toContain("THREE");
    expect(await here.roo(fork)).toMatchObject({ code: 0 });
    expect(here.read("README.md")).toBe(readme.replace("one", "ONE").replace("Run it.", "Mine."));
    expect(here.read("mine.txt")).toBe("mine\n");
  });
});

it("files of another task in the same folder are not affected", async () => {
  using here = createProject({ "a.txt": "a\n", "both.txt": readme });
  const go = join(here.home, "..", "go");
  const waits = `echo 1 > first.txt; until test -e ${go}; do sleep 0.1; done; sed -i s/one/A/ both.txt; echo 2 > last.txt`;
  const long = here.start(["run", "--replay", here.script([command(waits), complete("A")]), ...all, "long"]);
  await expect.poll(() => existsSync(here.path("first.txt"))).toBe(true);
  const [longId = ""] = here.taskIds();
  const replies = [write("a.txt", "b\n"), command("echo x > x.txt; sed -i s/three/B/ both.txt"), complete("B")];
  const { result } = await here.run(replies, ...all);
  writeFileSync(go, "");
  expect((await long.ended).code).toBe(0);
  expect(await changed(here, longId)).toEqual(["both.txt", "first.txt", "last.txt"]);
  expect(filesChanged(here.events(longId))).toEqual(["both.txt", "first.txt", "last.txt"]);
  expect(await here.roo(["undo", "--task", longId])).toMatchObject({ code: 0 });
  expect([here.read("a.txt"), here.read("x.txt"), here.read("both.txt")]).toEqual([
    "b\n",
    "x\n",
    readme.replace("three", "B"),
  ]);
  expect([existsSync(here.path("first.txt")), existsSync(here.path("last.txt"))]).toEqual([false, false]);
  expect(await changed(here, result.taskId)).toEqual(["a.txt", "both.txt", "x.txt"]);
});

function filesChanged(events: readonly TaskEvent[]): readonly string[] | undefined {
  const end = events.findLast((event) => event.type === "run.end");
  return end?.type === "run.end" ? end.filesChanged : undefined;
}
