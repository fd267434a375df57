import { execFileSync } from "node:child_process";
import { existsSync, globSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { call, complete, createProject, type TestProject } from "./roo.ts";

const all = ["--auto-approve", "all"];
const newTask = (mode: string, message: string) => ({ name: "new_task", input: { mode, message } });
const diff = (path: string, from: string, to: string) =>
  call("apply_diff", { path, diff: `<<<<<<< SEARCH\n${from}\n=======\n${to}\n>>>>>>> REPLACE` });
const of = (agent: string, ...replies: readonly object[]) => replies.map((reply) => ({ agent, ...reply }));
const lines = "one\ntwo\nthree\nfour\nfive\n";

/** Task ids by agent. */
function tree(here: TestProject): Map<string, string> {
  return new Map(
    here.taskIds().map((taskId) => {
      const [first] = here.events(taskId);
      return [first?.type === "task.start" ? (first.parent?.agent ?? "root") : "", taskId];
    }),
  );
}

const eventsOf = (here: TestProject, agent: string) => here.events(tree(here).get(agent) ?? "");

describe("subtasks that write in parallel", () => {
  const script = [
    { toolCalls: [newTask("code", "the top"), newTask("code", "the bottom"), newTask("ask", "look")] },
    ...of("child-1", diff("a.txt", "one", "ONE"), complete("top done")),
    ...of("child-2", diff("a.txt", "five", "FIVE"), call("execute_command", { command: "echo b > b.txt" })),
    ...of("child-2", complete("bottom done")),
    ...of("child-3", call("read_file", { path: "a.txt" }), complete("it begins with one")),
    { expect: "top done", ...complete("both done") },
  ];

  it("each have a copy, are merged, and can be undone one by one", async () => {
    using here = createProject({ "a.txt": lines });
    const { result } = await here.run(script, ...all, "--mode", "orchestrator");
    expect(result).toMatchObject({ status: "completed", filesChanged: ["a.txt", "b.txt"] });
    const merged = lines.replace("one", "ONE").replace("five", "FIVE");
    expect([here.read("a.txt"), here.read("b.txt")]).toEqual([merged, "b\n"]);

    const listed = (await here.roo(["tasks", "list"])).stdout.split("\n").map((line) => line.slice(68).trim());
    expect(listed.slice(0, 4)).toEqual(["do it", "└ child-1: the top", "└ child-2: the bottom", "└ child-3: look"]);

    const { checkpoints } = JSON.parse((await here.roo(["checkpoints", "--output", "json"])).stdout);
    const steps = checkpoints.filter(({ kind }: { kind: string }) => kind === "step");
    const changed = Object.fromEntries(
      steps.map((step: { label: string; changed: string[] }) => [step.label, step.changed]),
    );
    expect(changed).toEqual({ "new_task the top": ["a.txt"], "new_task the bottom": ["a.txt", "b.txt"] });

    await here.roo(["undo"]);
    expect(here.read("a.txt")).not.toBe(lines);
    await here.roo(["undo"]);
    expect([here.read("a.txt"), existsSync(here.path("b.txt"))]).toEqual([lines, false]);
    await here.roo(["undo", "--redo"]);
    await here.roo(["undo", "--redo"]);
    expect([here.read("a.txt"), here.read("b.txt")]).toEqual([merged, "b\n"]);
  });

  it("keep the first version of a file that both changed, and report the other", async () => {
    using here = createProject({ "a.txt": lines });
    const { result } = await here.run(
      [
        { toolCalls: [newTask("code", "left"), newTask("code", "right")] },
        ...of("child-1", diff("a.txt", "one", "left"), complete("left")),
        ...of("child-2", { delayMs: 300, ...diff("a.txt", "one", "right") }, complete("right")),
        { expect: "Conflict: a.txt", ...complete("told") },
      ],
      ...all,
    );
    expect(result).toMatchObject({ status: "completed", result: "told" });
    expect(here.read("a.txt")).toMatch(/^(left|right)\n/);
    // The losing version is kept as long as its task.
    const kept = () => globSync(join(here.home, "worktrees/*/*/conflicts/a.txt")).length;
    expect(kept()).toBe(1);
    await here.roo(["tasks", "delete", tree(here).get("root") ?? ""]);
    expect([kept(), globSync(join(here.home, "worktrees/*/*"))]).toEqual([0, []]);
  });
});

it("copies have dependencies, builds and the repository, also in a sandbox", async () => {
  using here = createProject({
    "a.txt": "a\n",
    ".gitignore": "node_modules\ndist\n",
    "node_modules/dep/index.js": "module.exports = 'dep';\n",
    "dist/built.js": "built\n",
    "nested/n.txt": "n\n",
  });
  const git = (folder: string, ...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...args], {
      cwd: here.path(folder),
      stdio: "pipe",
    });
  for (const folder of [".", "nested"]) {
    git(folder, "init", "-q");
    git(folder, "add", ...(folder === "." ? ["a.txt"] : ["."]));
    git(folder, "commit", "-qm", `first in ${folder}`);
  }
  const look =
    "git log --format=%s && git -C nested log --format=%s && node -p 'require(\"dep\")' && echo mine > dist/built.js && cat dist/built.js";
  const seen = { expect: "first in .\nfirst in nested\ndep\nmine" };
  await here.run(
    [
      { toolCalls: [newTask("code", "left"), newTask("code", "right")] },
      ...of("child-1", call("execute_command", { command: look }), { ...seen, ...complete("left") }),
      // The same in a copy of a copy.
      ...of("child-2", { toolCalls: [newTask("code", "one"), newTask("code", "two")] }, complete("right")),
      ...of("child-2.1", call("execute_command", { command: look }), { ...seen, ...complete("one") }),
      ...of("child-2.2", complete("two")),
      complete("done"),
    ],
    ...all,
  );
  const ends = [...tree(here).keys()].map((agent) => [agent, eventsOf(here, agent).at(-1)]);
  expect(ends).toEqual(ends.map(([agent]) => [agent, expect.objectContaining({ status: "completed" })]));
  expect(here.read("dist/built.js")).toBe("built\n");
});

it("subtasks in the folder itself can be undone step by step, and so can the steps around them", async () => {
  using here = createProject();
  const write = (path: string) => call("write_to_file", { path, content: "x" });
  await here.run(
    [
      write("p1.txt"),
      { toolCalls: [newTask("code", "below")] },
      ...of("child-1", write("c1.txt"), write("c2.txt"), call("execute_command", { command: "ls" }), complete("below")),
      complete("done"),
    ],
    ...all,
  );
  const left = () => readdirSync(here.folder).join(" ");
  const after: string[] = [];
  for (let times = 0; times < 3; times += 1) {
    await here.roo(["undo"]);
    after.push(left());
  }
  expect(after).toEqual(["c1.txt p1.txt", "p1.txt", ""]);
  expect((await here.roo(["undo"])).stderr).toContain("There is no step left");
  for (let times = 0; times < 3; times += 1) await here.roo(["undo", "--redo"]);
  expect(left()).toBe("c1.txt c2.txt p1.txt");
  // For the parent all of it is one step.
  const root = tree(here).get("root") ?? "";
  await here.roo(["undo", "--task", root]);
  expect(left()).toBe("p1.txt");
});

describe("aborting a task", () => {
  const beat = (name: string) =>
    call("execute_command", { command: `setsid sh -c 'while true; do echo x >> ${name}; sleep 0.05; done' & wait` });

  it("ends all subtasks, at every depth, with their processes; then all can be resumed", async () => {
    using here = createProject();
    const beats = (agent: string) => {
      const start = eventsOf(here, agent)[0];
      return join(start?.type === "task.start" ? start.environment.cwd : "", "beats");
    };
    const script = here.script([
      { toolCalls: [newTask("code", "quick"), newTask("code", "slow"), newTask("orchestrator", "deep")] },
      ...of("child-1", call("write_to_file", { path: "quick.txt", content: "quick\n" }), complete("quick is done")),
      ...of("child-2", beat("beats"), { expect: "stopped on request", ...complete("slow is done") }),
      ...of("child-3", { toolCalls: [newTask("code", "deeper")] }, complete("deep is done")),
      ...of("child-3.1", beat("beats"), { expect: "stopped on request", ...complete("deeper is done") }),
      { expect: "slow is done", ...complete("all done") },
    ]);
    const flags = ["--replay", script, ...all, "--output", "json"];
    const started = here.start(["run", ...flags, "--mode", "orchestrator", "do it"]);
    const isUnderWay = () =>
      ["child-2", "child-3.1"].every((agent) => tree(here).has(agent) && existsSync(beats(agent))) &&
      eventsOf(here, "root").some(({ type }) => type === "subtask.end");
    await expect.poll(isUnderWay).toBe(true);
    started.child.kill("SIGINT");
    expect(await started.ended).toMatchObject({ code: 130 });

    const files = ["child-2", "child-3.1"].map(beats);
    for (const file of files) writeFileSync(file, "");
    await setTimeout(400);
    expect(files.map((file) => readFileSync(file, "utf8") !== "")).toEqual([false, false]);
    const ends = ["root", "child-1", "child-2", "child-3", "child-3.1"].map((agent) => eventsOf(here, agent).at(-1));
    expect(ends.map((end) => end?.type === "run.end" && end.status)).toEqual([
      "aborted",
      "completed",
      "aborted",
      "aborted",
      "aborted",
    ]);

    const resumed = await here.roo(["tasks", "resume", tree(here).get("root") ?? "", ...flags]);
    expect(JSON.parse(resumed.stdout)).toMatchObject({ status: "completed", result: "all done" });
    expect(here.read("quick.txt")).toBe("quick\n");
    const runs = eventsOf(here, "child-1").filter(({ type }) => type === "run.start");
    expect(runs).toHaveLength(1);
  });

  it("at a limit counts the usage of all subtasks", async () => {
    using here = createProject();
    const usage = { inputTokens: 400, outputTokens: 100 };
    const look = { ...call("list_files", { path: "." }), usage };
    const { result } = await here.run(
      [
        { toolCalls: [newTask("ask", "first"), newTask("ask", "second")], usage },
        ...of("child-1", look, look, look, look, complete("first")),
        ...of("child-2", look, look, look, look, complete("second")),
        complete("never"),
      ],
      ...all,
      "--max-tokens",
      "3000",
    );
    expect(result).toMatchObject({ status: "limit", error: { code: "limit_tokens" } });
    expect(result.usage.inputTokens + result.usage.outputTokens).toBeLessThanOrEqual(3500);
    expect(eventsOf(here, "root").filter(({ type }) => type === "subtask.end")).toEqual([]);
  });
});

it("a loop is stopped at any depth, and reported to the parent", async () => {
  using here = createProject({ "a.txt": "a" });
  const again = Array.from({ length: 6 }, () => call("read_file", { path: "nope.txt" }));
  const { result } = await here.run(
    [
      { toolCalls: [newTask("code", "outer")] },
      ...of("child-1", { toolCalls: [newTask("code", "outer")] }, { toolCalls: [newTask("ask", "inner")] }),
      ...of("child-1.1", ...again),
      ...of("child-1", { expect: "did not complete", ...complete("inner went in circles") }),
      { expect: "inner went in circles", ...complete("so be it") },
    ],
    ...all,
  );
  expect(result).toMatchObject({ status: "completed", result: "so be it" });
  expect(eventsOf(here, "child-1.1").at(-1)).toMatchObject({ status: "limit", error: { code: "limit_loop" } });
  expect(eventsOf(here, "child-1").flatMap((event) => (event.type === "tool.end" ? [event.code] : []))).toEqual([
    "subtask_loop",
    "subtask_failed",
    undefined,
  ]);
});
