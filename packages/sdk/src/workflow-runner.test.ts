import { describe, expect, it } from "vitest";
import { call, complete, scripted } from "../test/scripted.ts";
import { type PhaseSpec, WorkflowRunner } from "./index.ts";

const phases: PhaseSpec[] = [
  { id: "plan", mode: "architect", subtasks: ["Write PLAN.md"], checks: ["test -f PLAN.md"] },
  { id: "build", subtasks: [{ id: "make", message: "Follow {{results.plan.1}}" }] },
];
const plan = { name: "two phases", phases };
const write = (path: string, agent: string) => ({ ...call("write_to_file", { path, content: "x" }), agent });
const done = (result: string, agent: string) => ({ ...complete(result), agent });

describe("a workflow", () => {
  it("runs phases, and every subtask is a checkpoint", async () => {
    const { options } = scripted([
      write("PLAN.md", "child-1"),
      done("the plan", "child-1"),
      { ...write("a.txt", "child-2"), expect: "the plan" },
      done("made", "child-2"),
    ]);
    const runner = new WorkflowRunner({ ...options, plan, autoApprove: ["edit"] });
    const events = runner.events();
    const running = runner.run();
    const seen: string[] = [];
    for await (const event of events) if (event.type.startsWith("phase.")) seen.push(event.type);
    const { taskId, status } = await running;
    expect([status, seen]).toEqual(["completed", ["phase.start", "phase.end", "phase.start", "phase.end"]]);
    expect(await runner.state(taskId)).toMatchObject({
      name: "two phases",
      status: "completed",
      currentPhase: -1,
      completedSubtasks: 2,
      filesChanged: ["PLAN.md", "a.txt"],
    });
    expect(await runner.resume(taskId)).toMatchObject({ status: "completed", turns: 4 });
  });

  it("continues where it was stopped", async () => {
    const { options } = scripted([
      write("PLAN.md", "child-1"),
      done("the plan", "child-1"),
      { ...done("made", "child-2"), delayMs: 60_000 },
    ]);
    const stop = new AbortController();
    const runner = new WorkflowRunner({ ...options, plan, autoApprove: ["edit"], signal: stop.signal });
    const events = runner.events();
    const running = runner.run();
    for await (const event of events) if (event.type === "turn.start" && event.from.agent === "child-2") stop.abort();
    const { taskId, status } = await running;
    expect(status).toBe("aborted");
    const second = scripted([complete(""), complete(""), done("made", "child-2")].map((line) => ({ ...line })));
    const resumed = new WorkflowRunner({ ...second.options, cwd: options.cwd, storage: options.storage });
    expect(await resumed.state(taskId)).toMatchObject({ currentPhase: 1, completedSubtasks: 1 });
    expect(await resumed.resume(taskId)).toMatchObject({ status: "completed", taskId });
  });

  it("asks the program, and is rejected when the program fails", async () => {
    const replies = [write("PLAN.md", "child-1"), done("the plan", "child-1"), done("made", "child-2")];
    const asked: string[] = [];
    const approve = ({ summary }: { readonly summary: string }) => asked.push(summary) > 0;
    const runner = new WorkflowRunner({ ...scripted(replies).options, plan, approve });
    expect(await runner.run()).toMatchObject({ status: "completed" });
    expect(asked).toEqual(["PLAN.md"]);
    const failing = () => Promise.reject(new Error("no"));
    const broken = new WorkflowRunner({ ...scripted(replies).options, plan, approve: failing });
    await expect(broken.run()).rejects.toMatchObject({ code: "approve_failed" });
  });

  it("refuses wrong plans, modes and tasks", async () => {
    const { options } = scripted([complete("ok")]);
    const run = (wrong: object) => new WorkflowRunner({ ...options, ...wrong }).run();
    await expect(run({})).rejects.toMatchObject({ code: "bad_options" });
    await expect(run({ plan: { name: "x", phases: [] } })).rejects.toMatchObject({ code: "bad_plan" });
    await expect(run({ plan: "/nowhere.yaml" })).rejects.toMatchObject({ code: "bad_plan" });
    const pirate = { name: "x", phases: [{ id: "a", mode: "pirate", subtasks: ["Sail"] }] };
    await expect(run({ plan: pirate })).rejects.toMatchObject({ code: "unknown_mode" });
    await expect(run({ plan, signal: AbortSignal.abort() })).rejects.toMatchObject({ code: "aborted" });
    await expect(new WorkflowRunner(options).resume("nothing")).rejects.toMatchObject({ code: "task_not_found" });
  });
});
