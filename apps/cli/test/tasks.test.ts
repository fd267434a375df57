import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { call, complete, createProject } from "./roo.ts";

it("lists, shows, resumes and deletes tasks", async () => {
  using here = createProject({ a: "A" });
  expect(await here.roo(["tasks", "list"])).toMatchObject({ code: 0, stdout: expect.stringContaining("roo demo") });
  const { result } = await here.run([{ text: "I look.", ...call("read_file", { path: "a" }) }, complete("looked")]);
  const listed = await here.roo(["tasks", "list", "--output", "json"]);
  expect(JSON.parse(listed.stdout)).toEqual([
    expect.objectContaining({
      taskId: result.taskId,
      status: "completed",
      title: "do it",
      cwd: here.folder,
      mode: "code",
    }),
  ]);
  expect((await here.roo(["tasks", "list"])).stdout).toMatch(new RegExp(`${result.taskId}  completed .* do it`));
  const shown = await here.roo(["tasks", "show", result.taskId.slice(0, 13)]);
  expect(shown.stdout).toMatch(
    /You: do it[\s\S]*Roo: I look\.[\s\S]*read_file[\s\S]*completed[\s\S]*looked[\s\S]*read_file: 1 call/,
  );
  const asJson = await here.roo(["tasks", "show", result.taskId, "--output", "json"]);
  expect(JSON.parse(asJson.stdout)).toEqual(here.events(result.taskId));
  const script = here.script([{ text: "" }, { text: "" }, { expect: "and b?", ...complete("b too") }]);
  expect(await here.roo(["tasks", "resume", result.taskId, "and b?", "--replay", script])).toMatchObject({
    code: 0,
    stdout: "b too\n",
  });
  expect(await here.roo(["tasks", "delete", result.taskId])).toMatchObject({ code: 0 });
  expect(await here.roo(["tasks", "show", result.taskId])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("roo tasks list"),
  });
});

it("resumes with flags on either side of the task", async () => {
  using here = createProject();
  const { result } = await here.run([complete("done")]);
  const script = here.script([{ text: "" }, { expect: "more", ...complete("more done") }]);
  const args = ["tasks", "resume", "--quiet", "--replay", script, result.taskId, "more"];
  expect(await here.roo(args)).toMatchObject({ code: 0, stdout: "more done\n", stderr: "" });
});

it("returns the same result when a completed task is resumed without a prompt", async () => {
  using here = createProject();
  const { result } = await here.run([complete("done")]);
  const again = await here.roo(["run", "--resume", result.taskId, "--replay", here.script([complete("done")])]);
  expect(again).toMatchObject({ code: 0, stdout: "done\n" });
});

it("drops a torn tail with a notice, and quarantines a task damaged in the middle without harming others", async () => {
  using here = createProject();
  const torn = (await here.run([complete("torn")])).result.taskId;
  const damaged = (await here.run([complete("damaged")])).result.taskId;
  const file = (taskId: string) => join(here.home, "tasks", taskId, "events.jsonl");
  appendFileSync(file(torn), '{"seq":99,"at":"20');
  const lines = readFileSync(file(damaged), "utf8").split("\n");
  writeFileSync(file(damaged), [lines[0], "garbage", ...lines.slice(2)].join("\n"));
  const listed = JSON.parse((await here.roo(["tasks", "list", "--output", "json"])).stdout) as {
    taskId: string;
    status: string;
  }[];
  expect(Object.fromEntries(listed.map(({ taskId, status }) => [taskId, status]))).toEqual({
    [torn]: "completed",
    [damaged]: "damaged",
  });
  const resumed = await here.roo(["run", "--resume", torn, "--replay", here.script([complete("torn")])]);
  expect(resumed).toMatchObject({ code: 0, stdout: "torn\n" });
  expect(here.events(torn)).toContainEqual(expect.objectContaining({ type: "notice.added", code: "torn_tail" }));
  const refused = await here.roo(["run", "--resume", damaged, "--replay", here.script([complete("x")])]);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toMatch(/damaged[\s\S]*2/);
});

it("resumes a task whose mode was removed, in the chosen mode or in one that changes nothing", async () => {
  using here = createProject({
    ".roomodes": "customModes: [{ slug: poet, name: Poet, roleDefinition: You rhyme., groups: [read] }]",
  });
  const { result } = await here.run([complete("a rhyme")], "--mode", "poet");
  here.write(".roomodes", "customModes: []");
  const write = call("write_to_file", { path: "a.txt", content: "x\n" });
  const resumed = (...more: string[]) =>
    here.roo([
      "tasks",
      "resume",
      result.taskId,
      "go on",
      "--auto-approve",
      "all",
      "--replay",
      here.script([complete("a rhyme"), write, complete("done"), write, complete("done")]),
      ...more,
    ]);
  expect((await resumed()).stderr).toMatch(/mode "poet" does not exist here[^\n]* in mode ask/);
  expect(existsSync(here.path("a.txt"))).toBe(false);
  expect((await resumed("--mode", "code")).stderr).not.toContain("does not exist");
  expect(here.read("a.txt")).toBe("x\n");
});

it("condenses a task on request, and can recall what was dropped", async () => {
  using here = createProject();
  const count = (from: number) => call("execute_command", { command: `seq ${from} ${from + 400}` });
  const script = here.script([
    count(1),
    count(1000),
    complete("counted"),
    { purpose: "condense", text: "## Decisions\n- count in ones\n\n## Done\nCounted." },
    call("recall_history", { search: "399" }),
    { expect: "399", ...complete("remembered") },
  ]);
  const flags = ["--replay", script, "--auto-approve", "command", "--output", "json"];
  const { taskId } = JSON.parse((await here.roo(["run", ...flags, "count"])).stdout) as { taskId: string };
  const resumed = await here.roo(["tasks", "resume", taskId, "--condense", ...flags, "what was behind 398?"]);
  expect(JSON.parse(resumed.stdout)).toMatchObject({ status: "completed", result: "remembered" });
  const [summary] = here.events(taskId).filter((event) => event.type === "summary.added");
  expect(summary).toMatchObject({
    reason: "asked",
    by: "model",
    receipt: { goal: "count", decisions: ["count in ones"] },
  });
  expect((await here.roo(["run", "--condense", ...flags, "x"])).stderr).toContain("--condense needs an existing task");
});
