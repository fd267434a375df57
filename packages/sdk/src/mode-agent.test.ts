import { describe, expect, it } from "vitest";
import { call, complete, scripted } from "../test/scripted.ts";
import { ModeAgent, ModeOrchestrator } from "./index.ts";

describe("a mode agent", () => {
  it("continues one task, and follows its mode", async () => {
    const { options } = scripted([
      call("switch_mode", { mode_slug: "code", reason: "Ready" }),
      complete("one"),
      complete("two"),
      complete("three"),
    ]);
    const agent = new ModeAgent({ ...options, mode: "architect", autoApprove: ["mode"] });
    expect([agent.mode, agent.taskId]).toEqual(["architect", undefined]);
    const first = await agent.run("One.");
    expect([agent.mode, agent.taskId]).toEqual(["code", first.taskId]);
    expect(await agent.run("Two.")).toMatchObject({ taskId: first.taskId, result: "two" });
    await agent.switchMode("ask");
    expect(agent.mode).toBe("ask");
    await expect(agent.switchMode("pirate")).rejects.toMatchObject({ code: "unknown_mode" });
    expect(await agent.run("Three.")).toMatchObject({ taskId: first.taskId, result: "three" });
    expect(agent.mode).toBe("ask");
  });

  it("switches before its task has started, also to a mode of the program", async () => {
    const pirate = {
      slug: "pirate",
      name: "Pirate",
      roleDefinition: "You are a pirate.",
      groups: [{ group: "read" as const }],
    };
    const { options } = scripted([call("write_to_file", { path: "a", content: "a" }), complete("arr")]);
    const agent = new ModeAgent({ ...options, modes: [pirate], autoApprove: "all" });
    await expect(agent.switchMode("sailor")).rejects.toMatchObject({ code: "unknown_mode" });
    await agent.switchMode("pirate");
    expect(await agent.run("Sail.")).toMatchObject({ status: "completed", filesChanged: [] });
    expect(agent.mode).toBe("pirate");
  });

  it("runs subtasks before, and after its own runs, with their own history", async () => {
    const { options, project } = scripted([
      { ...call("write_to_file", { path: "a.txt", content: "a" }), agent: "child-1" },
      { ...complete("made"), agent: "child-1" },
      complete("one"),
      { ...complete("read"), agent: "child-2" },
    ]);
    const agent = new ModeAgent({ ...options, mode: "orchestrator", autoApprove: ["edit"] });
    const made = await agent.createSubtask({ mode: "code", message: "Make a.txt" });
    expect(made).toMatchObject({ status: "completed", result: "made", filesChanged: ["a.txt"] });
    expect(project.readText("a.txt")).toBe("a");
    expect(made.taskId).not.toBe(agent.taskId);
    expect(await agent.run("One.")).toMatchObject({ taskId: agent.taskId, result: "one", filesChanged: ["a.txt"] });
    expect(await agent.createSubtask({ mode: "ask", message: "Read a.txt" })).toMatchObject({ result: "read" });
    const tasks = await agent.orchestrator.tasks();
    const root = tasks.find(({ taskId }) => taskId === agent.taskId);
    expect(root?.childTaskIds).toHaveLength(2);
    expect(root?.childTaskIds[0]).toBe(made.taskId);
    expect(tasks.find(({ taskId }) => taskId === made.taskId)?.parentTaskId).toBe(agent.taskId);
    await expect(agent.createSubtask({ mode: "pirate", message: "Sail" })).rejects.toMatchObject({
      code: "unknown_mode",
    });
  });

  it("stops a subtask by a signal", async () => {
    const { options } = scripted([{ ...complete("never"), agent: "child-1", delayMs: 60_000 }]);
    const agent = new ModeAgent({ ...options, mode: "orchestrator" });
    const stop = new AbortController();
    const events = agent.events();
    const running = agent.createSubtask({ mode: "code", message: "Wait" }, { signal: stop.signal });
    const ended = running.catch((error: unknown) => error);
    for await (const event of events) if (event.type === "turn.start") stop.abort();
    expect(await ended).toMatchObject({ name: "RooError", code: "aborted" });
  });
});

describe("an orchestrator", () => {
  it("knows the modes and what they allow", async () => {
    const { options } = scripted([]);
    const orchestrator = new ModeOrchestrator(options);
    expect((await orchestrator.modes()).map(({ slug }) => slug)).toEqual([
      "code",
      "architect",
      "ask",
      "debug",
      "orchestrator",
    ]);
    expect(await orchestrator.mode("ask")).toMatchObject({ name: "Ask" });
    await expect(orchestrator.mode("pirate")).rejects.toMatchObject({ code: "unknown_mode" });
    expect(await orchestrator.validateToolUse("code", "apply_diff", "main.py")).toBeUndefined();
    expect(await orchestrator.validateToolUse("architect", "apply_diff", "PLAN.md")).toBeUndefined();
    expect(await orchestrator.validateToolUse("architect", "apply_diff", "main.py")).toContain("FileRestrictionError");
    expect(await orchestrator.validateToolUse("ask", "execute_command")).toContain("ToolNotAllowedError");
  });

  it("creates tasks and subtasks, and switches their mode", async () => {
    const { options } = scripted([complete("one"), { ...complete("part"), agent: "child-1" }, complete("two")]);
    const orchestrator = new ModeOrchestrator(options);
    const { taskId } = await orchestrator.createTask({ mode: "ask", message: "One." });
    const part = await orchestrator.createTask({ mode: "ask", message: "Part.", parentTaskId: taskId });
    expect(part).toMatchObject({ status: "completed", result: "part" });
    await orchestrator.switchMode(taskId, "code");
    await expect(orchestrator.switchMode(taskId, "pirate")).rejects.toMatchObject({ code: "unknown_mode" });
    expect(await orchestrator.tasks()).toMatchObject([
      { taskId: part.taskId, mode: "ask", parentTaskId: taskId, childTaskIds: [] },
      { taskId, mode: "ask", title: "One.", status: "completed", childTaskIds: [part.taskId] },
    ]);
  });
});
