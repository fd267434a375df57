import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { call, complete, scripted } from "../test/scripted.ts";
import { Agent, type AgentEvent, type AgentOptions, defineTool } from "./index.ts";

const hang = defineTool({ name: "hang", description: "Never ends", execute: () => new Promise(() => {}) });
const order = call("new_task", { mode: "code", message: "Do it." });

/** A run that reaches all of these points, and the options it needs. */
const points: Record<string, { replies: object[]; at: (event: AgentEvent) => boolean; more?: Partial<AgentOptions> }> =
  {
    "when the task starts": { replies: [complete("ok")], at: ({ type }) => type === "task.start" },
    "when the run starts": { replies: [complete("ok")], at: ({ type }) => type === "run.start" },
    "before the first reply": {
      replies: [{ ...complete("ok"), delayMs: 60_000 }],
      at: ({ type }) => type === "turn.start",
    },
    "while the reply streams": {
      replies: [{ text: "a long answer ".repeat(50) }],
      at: ({ type }) => type === "text.delta",
    },
    "between retries": {
      replies: [{ error: { status: 503, retryAfter: 60 } }, complete("ok")],
      at: ({ type }) => type === "turn.failed",
    },
    "while a tool runs": { replies: [call("hang"), complete("ok")], at: ({ type }) => type === "tool.start" },
    "while a command runs": {
      replies: [call("execute_command", { command: "sleep 60" }), complete("ok")],
      at: ({ type }) => type === "tool.start",
      more: { autoApprove: ["command"] },
    },
    "while the program is asked": {
      replies: [call("write_to_file", { path: "a", content: "a" }), complete("ok")],
      at: ({ type }) => type === "approval.requested",
      more: { approve: () => new Promise(() => {}) },
    },
    "while a question waits": {
      replies: [call("ask_followup_question", { question: "Which?", follow_up: [] }), complete("ok")],
      at: ({ type }) => type === "question.requested",
      more: { answer: () => new Promise(() => {}) },
    },
    "in a subtask": {
      replies: [order, { ...call("hang"), agent: "child-1" }, complete("ok")],
      at: ({ type, from }) => type === "tool.start" && from.agent === "child-1",
      more: { autoApprove: ["subtask"] },
    },
  };

describe("a run that is aborted", () => {
  it.each(Object.entries(points))("%s ends, and can be resumed", async (_, { replies, at, more }) => {
    const { options } = scripted(replies);
    const stop = new AbortController();
    const agent = new Agent({ ...options, tools: [hang], ...more });
    const events = agent.events();
    const running = agent.run("Go.", { signal: stop.signal });
    for await (const event of events) if (at(event)) stop.abort();
    const result = await running;
    expect(result).toMatchObject({ status: "aborted", error: { code: "aborted" } });
    const log = readFileSync(join(options.storage, "tasks", result.taskId, "events.jsonl"), "utf8")
      .trimEnd()
      .split("\n");
    expect(JSON.parse(log.at(-1) ?? "")).toMatchObject({ type: "run.end", status: "aborted" });
    // It is released: another agent can take it.
    const other = scripted([...replies.map(() => complete("later")), complete("later")]);
    const resumed = new Agent({ ...other.options, cwd: options.cwd, storage: options.storage, autoApprove: "all" });
    expect(await resumed.resume(result.taskId, "Go on.")).toMatchObject({ taskId: result.taskId });
  });

  it("before it starts is rejected, and nothing is stored", async () => {
    const { options, home } = scripted([complete("ok")]);
    const agent = new Agent(options);
    await expect(agent.run("Go.", { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: "aborted" });
    const soon = new AbortController();
    const opening = agent.run("Go.", { signal: soon.signal });
    soon.abort(new Error("changed my mind"));
    await expect(opening).rejects.toMatchObject({ code: "aborted", cause: { message: "changed my mind" } });
    expect(await new Agent({ ...options, signal: AbortSignal.abort() }).run("Go.").catch((error) => error.code)).toBe(
      "aborted",
    );
    expect(home.root).toBe(options.storage);
  });

  it("after its end is not changed by it", async () => {
    const { options } = scripted([complete("ok")]);
    const stop = new AbortController();
    const result = await new Agent(options).run("Go.", { signal: stop.signal });
    stop.abort();
    expect(result.status).toBe("completed");
  });

  it("by disposing the agent is stopped, and the agent takes no more runs", async () => {
    const { options } = scripted([call("hang"), complete("ok")]);
    const agent = new Agent({ ...options, tools: [hang] });
    const events = agent.events();
    const running = agent.run("Go.");
    for await (const event of events) if (event.type === "tool.start") void agent.dispose();
    expect(await running).toMatchObject({ status: "aborted" });
    await expect(agent.run("Again.")).rejects.toMatchObject({ code: "disposed" });
  });
});
