import { FakeClock } from "@roo-code/testkit/fake-clock";
import { until } from "@roo-code/testkit/until";
import {
  BudgetLedger,
  type EventDraft,
  type FileStep,
  noUsage,
  type TaskId,
  toolCalls,
  unlimited,
} from "@roo-code/types";
import { describe, expect, it } from "vitest";
import { stage } from "../test/agent-harness.ts";
import { FakeSubtasks } from "../test/fake-subtasks.ts";

const newTask = (message: string, mode = "code") => ({ name: "new_task", input: { mode, message } });
const allowed = ["edit", "command", "mode", "subtask"] as const;

describe("subtasks", () => {
  it("return their result to the parent, which counts their cost", async () => {
    const subtasks = new FakeSubtasks(async () => ({ filesChanged: ["made.txt"] }));
    await using here = await stage({
      replies: [{ calls: [newTask("part one")] }, "all done"],
      autoApprove: allowed,
      subtasks,
    });
    const result = await here.run();
    expect(result).toMatchObject({ status: "completed", filesChanged: ["made.txt"] });
    expect(result.usage.costUsd).toBe(0.5);
    const told = here.client.requests[1]?.messages.at(-1)?.content[0];
    expect(told).toMatchObject({ isError: false });
    expect(JSON.stringify(told)).toContain("done: part one");
    const types = (await here.events()).map(({ type }) => type);
    expect(types.indexOf("subtask.start")).toBeLessThan(types.indexOf("subtask.end"));
    expect(types.indexOf("subtask.end")).toBeLessThan(types.indexOf("tool.end"));
  });

  it("of one reply run in parallel, placed together and named in order", async () => {
    const gate = Promise.withResolvers<void>();
    const subtasks = new FakeSubtasks(async () => {
      if (subtasks.ran.length === 3) gate.resolve();
      await gate.promise;
      return {};
    });
    await using here = await stage({
      replies: [{ calls: [newTask("a"), newTask("b"), newTask("c")] }, "done"],
      autoApprove: allowed,
      subtasks,
    });
    expect((await here.run()).status).toBe("completed");
    expect(subtasks.placed).toEqual([["a", "b", "c"]]);
    expect(subtasks.maxRunning).toBe(3);
    expect(subtasks.ran.map(({ agent }) => agent)).toEqual(["child-1", "child-2", "child-3"]);
  });

  it("are placed when another one is refused", async () => {
    const subtasks = new FakeSubtasks();
    await using here = await stage({
      replies: [{ calls: [newTask("a"), newTask("do it", "code"), newTask("c")] }, "done"],
      autoApprove: allowed,
      subtasks,
      parent: {
        link: { taskId: "above-0001" as TaskId, callId: "c", agent: "child-2" },
        budget: new BudgetLedger({ limits: {}, clock: new FakeClock() }),
        ceiling: unlimited,
        ancestry: [{ mode: "code", message: "do it", todos: [] }],
      },
    });
    expect((await here.run()).status).toBe("completed");
    expect(subtasks.placed).toEqual([["a", "c"]]);
    expect(subtasks.ran.map(({ agent }) => agent)).toEqual(["child-2.1", "child-2.2"]);
    const ends = (await here.events()).filter((event) => event.type === "tool.end");
    expect(ends.map(({ code }) => code).filter(Boolean)).toEqual(["subtask_loop"]);
  });

  it("need approval, and do not start if unattended", async () => {
    const subtasks = new FakeSubtasks();
    await using here = await stage({ replies: [{ calls: [newTask("a")] }, "then not"], subtasks });
    await here.run();
    expect(subtasks.ran).toEqual([]);
    expect((await here.events()).find((event) => event.type === "tool.end")).toMatchObject({ code: "denied" });
  });

  it("report their failure, and the parent continues", async () => {
    const subtasks = new FakeSubtasks(async () => ({
      status: "failed",
      result: null,
      error: { code: "server_error", message: "The server is down." },
    }));
    await using here = await stage({
      replies: [{ calls: [newTask("a")] }, "so be it"],
      autoApprove: allowed,
      subtasks,
    });
    expect((await here.run()).status).toBe("completed");
    expect((await here.events()).find((event) => event.type === "tool.end")).toMatchObject({
      isError: true,
      content: expect.stringContaining("The server is down."),
    });
  });

  it("stop the parent when they use up its budget", async () => {
    await using here = await stage({
      replies: [{ calls: [newTask("a")] }, "never said"],
      autoApprove: allowed,
      subtasks: new FakeSubtasks(),
      limits: { costUsd: 0.4 },
    });
    expect(await here.run()).toMatchObject({ status: "limit", error: { code: "limit_cost" } });
  });

  it("stop the parent at its limit, and resume with it", async () => {
    const subtasks = new FakeSubtasks(async () => ({ status: "limit", result: null }));
    const limits = { costUsd: 0.4 };
    await using here = await stage({ replies: [{ calls: [newTask("a")] }], autoApprove: allowed, subtasks, limits });
    expect(await here.run()).toMatchObject({ status: "limit", error: { code: "limit_cost" }, usage: { costUsd: 0.5 } });
    expect((await here.events()).some(({ type }) => type === "subtask.end" || type === "tool.end")).toBe(false);
    const again = new FakeSubtasks();
    const later = await here.restart({ replies: ["done"], autoApprove: allowed, subtasks: again });
    expect((await later.run()).status).toBe("completed");
    expect(again.ran.map(({ taskId }) => taskId)).toEqual(["child-task-1"]);
  });

  it("are aborted with the parent, and resume with it", async () => {
    const subtasks = new FakeSubtasks(
      (_, signal) =>
        new Promise((resolve) => signal.addEventListener("abort", () => resolve({ result: null }), { once: true })),
    );
    await using here = await stage({ replies: [{ calls: [newTask("a")] }], autoApprove: allowed, subtasks });
    const running = here.run();
    await until(() => subtasks.ran.length === 1);
    await here.agent.submit({ type: "run.abort", opId: "stop" });
    const stopped = await running;
    expect(stopped).toMatchObject({ status: "aborted", usage: { costUsd: 0.5 } });
    expect((await here.events()).some(({ type }) => type === "subtask.end")).toBe(false);

    const again = new FakeSubtasks();
    const later = await here.restart({ replies: ["done"], autoApprove: allowed, subtasks: again });
    expect((await later.run()).status).toBe("completed");
    expect(again.placed).toEqual([]);
    expect(again.ran.map(({ taskId, agent }) => ({ taskId, agent }))).toEqual([
      { taskId: "child-task-1", agent: "child-1" },
    ]);
  });

  it("do not run again if they ended before a crash", async () => {
    const call = { type: "tool-call" as const, callId: "c1", name: "new_task", input: { mode: "code", message: "a" } };
    const taskId = "child-task-1" as TaskId;
    const past: EventDraft[] = [
      { type: "message.added", opId: "o", message: { role: "user", content: [{ type: "text", text: "go" }] } },
      {
        type: "turn.end",
        turn: 1,
        message: { role: "assistant", content: [call] },
        usage: noUsage(),
        stopReason: "tool-calls",
      },
      { type: "subtask.start", callId: "c1", taskId, agent: "child-1", mode: "code", message: "a" },
    ];
    const subtasks = new FakeSubtasks();
    await using here = await stage({ past, replies: ["done"], autoApprove: allowed, subtasks });
    expect((await here.run()).status).toBe("completed");
    expect(subtasks.ran.map((subtask) => subtask.taskId)).toEqual([taskId]);
  });

  it("do not run again, nor count twice, if their end is recorded", async () => {
    const call = { type: "tool-call" as const, callId: "c1", name: "new_task", input: { mode: "code", message: "a" } };
    const child = { callId: "c1", taskId: "child-task-1" as TaskId };
    const usage = { ...noUsage(), inputTokens: 7 };
    const past: EventDraft[] = [
      { type: "message.added", opId: "o", message: { role: "user", content: [{ type: "text", text: "go" }] } },
      {
        type: "turn.end",
        turn: 1,
        message: { role: "assistant", content: [call] },
        usage: noUsage(),
        stopReason: "tool-calls",
      },
      { type: "subtask.start", ...child, agent: "child-1", mode: "code", message: "a" },
      { type: "subtask.end", ...child, status: "completed", turns: 1, usage, filesChanged: [], result: "was done" },
    ];
    const subtasks = new FakeSubtasks();
    await using here = await stage({ past, replies: ["done"], autoApprove: allowed, subtasks });
    expect((await here.run()).status).toBe("completed");
    expect(subtasks.ran).toEqual([]);
    const events = await here.events();
    expect(events.filter(({ type }) => type === "subtask.end")).toHaveLength(1);
    expect(events.find((event) => event.type === "tool.end")?.content).toContain("was done");
  });
});

describe("switching modes", () => {
  it("continues with the tools and rules of the other mode", async () => {
    await using here = await stage({
      replies: [
        { calls: [{ name: "switch_mode", input: { mode: "ask" } }] },
        { calls: [{ name: "write", input: { path: "a.txt", content: "x" } }] },
        "done",
      ],
      autoApprove: allowed,
    });
    await here.run();
    const [first, second] = here.client.requests;
    expect(first?.tools.map(({ name }) => name)).toContain("write");
    expect(second?.tools.map(({ name }) => name)).not.toContain("write");
    expect(second?.systemPrompt).toContain("rules of ask");
    const ends = (await here.events()).filter((event) => event.type === "tool.end");
    expect(ends.map(({ code }) => code)).toEqual([undefined, "tool_not_allowed"]);
    expect(here.agent.state.mode).toBe("ask");
  });

  it("needs approval", async () => {
    await using here = await stage({
      replies: [{ calls: [{ name: "switch_mode", input: { mode: "code" } }] }, "stays"],
      mode: "ask",
    });
    await here.run();
    expect(here.agent.state.mode).toBe("ask");
  });

  it("fails for an unknown mode and for the current one", async () => {
    await using here = await stage({
      replies: [
        { calls: [{ name: "switch_mode", input: { mode: "poet" } }] },
        { calls: [{ name: "switch_mode", input: { mode: "code" } }] },
        "done",
      ],
      autoApprove: allowed,
    });
    await here.run();
    const replies = (await here.events()).filter((event) => event.type === "turn.end");
    expect(replies.flatMap(({ message }) => toolCalls(message))).toHaveLength(2);
    const ends = (await here.events()).filter((event) => event.type === "tool.end");
    expect(ends.map(({ code }) => code)).toEqual(["unknown_mode", "same_mode"]);
  });
});

describe("saving files", () => {
  it("takes a snapshot before each change but not before a read, and records the changes", async () => {
    const taken: string[] = [];
    const recorded: unknown[] = [];
    const snapshots = {
      async take(label: string) {
        taken.push(label);
        const id = `s${taken.length}`;
        return { id, label, time: 0, files: 1, emptyFolders: 0, skippedCount: 2, skipped: [] };
      },
      async recordChange(before: string, { steps }: { steps?: readonly FileStep[] | undefined }) {
        recorded.push([before, steps?.map(({ path }) => path)]);
        const path = steps?.[0]?.path ?? "made-by-shell.txt";
        return { changes: [{ before, after: `${before}-after` }], files: [{ path, change: "added" as const }] };
      },
    };
    await using here = await stage({
      files: { "a.txt": "a" },
      replies: [
        { calls: [{ name: "look", input: { path: "a.txt" } }] },
        {
          calls: [
            { name: "write", input: { path: "b.txt", content: "b" } },
            { name: "act", input: { what: "make" } },
          ],
        },
        "done",
      ],
      snapshots,
    });
    const result = await here.run();
    expect(taken).toEqual(["write b.txt", "act make"]);
    expect(recorded).toEqual([
      ["s1", ["b.txt"]],
      ["s2", undefined],
    ]);
    expect(result.filesChanged).toEqual(["b.txt", "made-by-shell.txt"]);
    const events = await here.events();
    const saved = events.filter((event) => event.type === "snapshot.added");
    expect(saved.map(({ snapshot, skipped }) => ({ snapshot, skipped }))).toEqual([
      { snapshot: "s1", skipped: 2 },
      { snapshot: "s2", skipped: 2 },
    ]);
    const changed = events.filter((event) => event.type === "change.added");
    expect(changed.map(({ changes, files }) => [changes, files.map(({ path }) => path)])).toEqual([
      [[{ before: "s1", after: "s1-after" }], ["b.txt"]],
      [[{ before: "s2", after: "s2-after" }], ["made-by-shell.txt"]],
    ]);
    const started = events.findIndex(({ type }) => type === "tool.start");
    expect(events.findIndex(({ type }) => type === "snapshot.added")).toBeLessThan(started);
  });
});

describe("hooks", () => {
  const silent = { events: [] };
  it("deny a call before approval, annotate a result, and reject a completion", async () => {
    let completions = 0;
    await using here = await stage({
      files: { "a.txt": "a" },
      replies: [
        { calls: [{ name: "act", input: { what: "make" } }] },
        { calls: [{ name: "look", input: { path: "a.txt" } }] },
        { calls: [{ name: "finish", input: { result: "one" } }] },
        { calls: [{ name: "finish", input: { result: "two" } }] },
      ],
      hooks: {
        beforeTool: async ({ name }) => (name === "act" ? { ...silent, denied: "not on Mondays" } : silent),
        afterTool: async ({ name }) => (name === "look" ? { ...silent, note: "formatted" } : silent),
        onCompletion: async () => {
          completions += 1;
          return completions === 1 ? { ...silent, denied: "the changelog is missing" } : silent;
        },
      },
    });
    expect(await here.run()).toMatchObject({ status: "completed", result: "two" });
    expect(here.trace.done).toEqual(["look a.txt"]);
    const ends = (await here.events()).filter((event) => event.type === "tool.end");
    expect(ends[0]?.content).toContain("not on Mondays");
    expect(ends[1]?.content).toBe("a\n\nformatted");
    expect(ends[2]?.content).toBe("the changelog is missing");
  });
});
