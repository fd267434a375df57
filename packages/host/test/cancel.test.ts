import { readFileSync } from "node:fs";
import { testTaskId } from "@roo-code/testkit/event-drafts";
import { isNightly } from "@roo-code/testkit/nightly";
import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import type { LiveDelta, Op, TaskEvent, TaskId } from "@roo-code/types";
import { describe, expect, it } from "vitest";
import { createHost, type TaskSource } from "../src/index.ts";

const call = (name: string, input: object) => ({ toolCalls: [{ name, input }] });

/** Reaches every state of a task: requests, approvals, questions, commands, subtasks, completion. */
const replies = [
  { text: "Let me see.", ...call("list_files", { path: "." }) },
  call("write_to_file", { path: "a.txt", content: "a\n" }),
  call("execute_command", { command: "echo $$ > shell.pid; sleep 0.2; echo done" }),
  call("ask_followup_question", { question: "Which?", follow_up: ["this", "that"] }),
  call("new_task", { mode: "code", message: "below" }),
  { agent: "child-1", ...call("execute_command", { command: "echo $$ > child.pid; sleep 0.2" }) },
  { agent: "child-1", delayMs: 50, ...call("attempt_completion", { result: "below is done" }) },
  call("switch_mode", { mode_slug: "ask", reason: "to look" }),
  { delayMs: 50, ...call("attempt_completion", { result: "all done" }) },
];

interface Cancelled {
  readonly seen: number;
  readonly problems: readonly string[];
}

/** Runs the task, cancels it twice at its n-th event or delta, then resumes it to its end. */
async function cancelAt(point: number): Promise<Cancelled> {
  await using project = createTempWorkspace({});
  await using home = createTempWorkspace({ "script.jsonl": replies.map((reply) => JSON.stringify(reply)).join("\n") });
  const environment = { PATH: process.env.PATH, HOME: home.root };
  const host = createHost({ home: home.root, environment, version: "test" });
  const configuration = await host.configure(project.root, { sandbox: "off" });
  const problems: string[] = [];
  let seen = 0;
  const run = async (taskId: TaskId | undefined) => {
    const options = {
      configuration,
      provider: { apiProvider: "replay", replayFile: home.path("script.jsonl") },
      limits: {},
      autoApprove: new Set(["edit", "subtask"] as const),
      attended: true,
      observe: (item: TaskEvent | LiveDelta, source: TaskSource) => {
        seen += 1;
        if (taskId === undefined && seen === point)
          for (const opId of ["one", "two"]) void session.submit({ type: "run.abort", opId });
        else answer(item, source);
      },
    };
    const answer = (item: TaskEvent | LiveDelta, source: TaskSource) => {
      const op = answerTo(item);
      // Fails once the task is cancelled.
      if (op) void session.submit(op, source.taskId).catch(() => undefined);
    };
    const session = await (taskId === undefined ? host.createTask(options) : host.openTask(taskId, options));
    if (taskId === undefined) await session.submit({ type: "message.send", opId: "go", text: "Go." });
    return session.run();
  };

  const first = await run(undefined);
  for (const { taskId } of await host.tasks.list()) {
    const events = await host.tasks.read(taskId);
    const ends = events.filter(({ type }) => type === "run.end").length;
    if (ends !== 1) problems.push(`${ends} ends`);
    if (events.at(-1)?.type !== "run.end") problems.push(`${events.at(-1)?.type} after the end`);
  }
  if (first.status !== "aborted" && first.status !== "completed") problems.push(`status ${first.status}`);
  for (const name of ["shell.pid", "child.pid"])
    if (isRunning(project.path(name))) problems.push(`${name} is still running`);
  const last = first.status === "completed" ? first : await run(testTaskId(first.taskId));
  if (last.result !== "all done") problems.push(`ended with ${last.status} ${last.error?.message}`);
  return { seen: first.status === "completed" ? 0 : seen, problems };
}

function answerTo(item: TaskEvent | LiveDelta): Op | undefined {
  if (item.type === "approval.requested")
    return { type: "approval.answer", opId: `a-${item.callId}`, callId: item.callId, decision: "allow" };
  if (item.type === "question.requested")
    return { type: "question.answer", opId: `q-${item.callId}`, callId: item.callId, answer: "this" };
  return undefined;
}

function isRunning(file: string): boolean {
  try {
    return !/^\d+ \(.*\) [ZX]/.test(readFileSync(`/proc/${readFileSync(file, "utf8").trim()}/stat`, "utf8"));
  } catch {
    return false;
  }
}

describe("a task that is cancelled twice", () => {
  it("at any moment has one end, leaves no process, and can be resumed", { timeout: 600_000 }, async () => {
    const step = isNightly ? 1 : 8;
    let reached = 0;
    for (let point = 1; ; point += step) {
      const { seen, problems } = await cancelAt(point);
      expect([point, ...problems]).toEqual([point]);
      if (seen === 0) break;
      reached += 1;
    }
    expect(reached).toBeGreaterThan(40 / step);
  });
});
