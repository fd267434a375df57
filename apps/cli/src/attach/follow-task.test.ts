import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { IpcClient, IpcServer, type TaskCommand } from "@roo-code/ipc";
import { eventDrafts, testTaskId } from "@roo-code/testkit/event-drafts";
import { until } from "@roo-code/testkit/until";
import {
  type EventDraft,
  type LiveDelta,
  noUsage,
  type Op,
  RooError,
  type RunResult,
  type TaskEvent,
} from "@roo-code/types";
import { expect, it } from "vitest";
import { followTask, replayMissedReplies } from "./follow-task.ts";

const taskId = testTaskId("task-1");
const asked: EventDraft = {
  type: "approval.requested",
  callId: "c1",
  name: "execute_command",
  subject: { kind: "command", summary: "make" },
};
const answered: EventDraft = { type: "approval.end", callId: "c1", opId: "o", decision: "allow" };

it("shows past and new events, and ends with the run", async () => {
  await using place = await serveItems([eventDrafts.taskStart(taskId), eventDrafts.runStart()]);
  const followed = place.follow();
  await until(() => place.shown.length === 2);
  place.tell(eventDrafts.notice("live"));
  place.tell(eventDrafts.runEnd("completed", "Done."));
  expect(await followed).toMatchObject({ taskId, status: "completed", result: "Done.", verification: null });
  expect(place.shown.map(({ type }) => type)).toEqual(["task.start", "run.start", "notice.added", "run.end"]);
  expect(place.finished).toHaveLength(1);
});

it("ends at once for a finished run, but not for a resumed one", async () => {
  await using over = await serveItems([
    eventDrafts.taskStart(taskId),
    eventDrafts.runStart(),
    eventDrafts.runEnd("limit"),
  ]);
  expect(await over.follow()).toMatchObject({ status: "limit" });
  await using again = await serveItems([
    eventDrafts.taskStart(taskId),
    eventDrafts.runStart(),
    eventDrafts.runEnd("limit"),
    eventDrafts.runStart(),
  ]);
  const followed = again.follow();
  await until(() => again.shown.length === 4);
  again.tell(eventDrafts.runEnd("completed", "Now."));
  expect(await followed).toMatchObject({ status: "completed" });
});

it("asks an open question and submits the answer", async () => {
  await using place = await serveItems([eventDrafts.taskStart(taskId), eventDrafts.runStart(), asked]);
  const followed = place.follow();
  await until(() => place.screen().includes("Allow?"));
  place.stdin.write("y\n");
  await until(() => place.ops.length === 1);
  expect(place.ops).toMatchObject([{ type: "approval.answer", callId: "c1", decision: "allow" }]);
  place.tell(eventDrafts.runEnd("completed"));
  await followed;
});

it("does not ask answered questions, and withdraws one that is answered elsewhere", async () => {
  await using place = await serveItems([eventDrafts.taskStart(taskId), eventDrafts.runStart(), asked, answered]);
  const followed = place.follow();
  await until(() => place.shown.length === 4);
  place.tell({ ...asked, callId: "c2" });
  await until(() => place.screen().includes("Allow?"));
  place.tell({ ...answered, callId: "c2" });
  place.tell({ ...asked, callId: "c3" });
  await until(() => place.screen().split("Allow?").length === 3);
  place.stdin.write("no\n");
  await until(() => place.ops.length === 1);
  expect(place.ops).toMatchObject([{ callId: "c3", decision: "deny" }]);
  place.tell(eventDrafts.runEnd("completed"));
  await followed;
});

it("detaches without affecting the task, and reports a lost connection", async () => {
  await using place = await serveItems([eventDrafts.taskStart(taskId), eventDrafts.runStart(), asked]);
  const followed = place.follow();
  await until(() => place.screen().includes("Allow?"));
  place.stdin.end();
  expect(await followed).toBeUndefined();
  expect(place.ops).toEqual([]);

  await using lost = await serveItems([eventDrafts.taskStart(taskId), eventDrafts.runStart()]);
  const cutOff = lost.follow();
  await until(() => lost.shown.length === 2);
  await lost.server.close();
  await expect(cutOff).rejects.toThrow(RooError);
});

const stamp = { seq: 1, at: "2030-01-01T00:00:00.000Z", turn: 1 };
const start: TaskEvent = { ...stamp, type: "turn.start", attempt: 1 };
const end: TaskEvent = {
  ...stamp,
  type: "turn.end",
  message: { role: "assistant", content: [{ type: "text", text: "Hello." }] },
  usage: noUsage(),
  stopReason: "end",
};
const delta: LiveDelta = { live: true, type: "text.delta", text: "Hello." };

it("replays replies that were not streamed, and only those", () => {
  const shown: string[] = [];
  const output = replayMissedReplies({ observe: ({ type }) => void shown.push(type), finish: () => {} });
  for (const item of [start, end, start, delta, end]) output.observe(item, { taskId: taskId, agent: "root" });
  expect(shown).toEqual(["turn.start", "text.delta", "turn.end", "turn.start", "text.delta", "turn.end"]);
});

/** A server that has already sent the drafts. */
async function serveItems(drafts: readonly EventDraft[]) {
  const folder = mkdtempSync(join(tmpdir(), "roo-attach-"));
  const ops: Op[] = [];
  let seq = 0;
  const stamped = (draft: EventDraft): TaskEvent => ({ seq: (seq += 1), at: "2030-01-01T00:00:00.000Z", ...draft });
  const before = drafts.map(stamped);
  const server: IpcServer = new IpcServer(join(folder, "s.sock"), {
    onCommand: (command: TaskCommand, { clientId }) => {
      if (command.commandName === "SubmitOp") ops.push(command.data.op);
      if (command.commandName !== "Subscribe") return;
      for (const item of before) server.sendItem(clientId, { taskId, agent: "root", item });
    },
  });
  await server.listen();
  const client = new IpcClient(join(folder, "s.sock"), { reconnect: false });
  const [stdin, stderr] = [new PassThrough(), new PassThrough()];
  let screen = "";
  stderr.on("data", (chunk) => (screen += String(chunk)));
  const shown: { type: string }[] = [];
  const finished: RunResult[] = [];
  const detached = new AbortController();
  return {
    server,
    ops,
    stdin,
    shown,
    finished,
    screen: () => screen,
    tell(draft: EventDraft): void {
      const item = stamped(draft);
      for (const clientId of server.clientIds) server.sendItem(clientId, { taskId, agent: "root", item });
    },
    follow: () =>
      followTask({
        client,
        output: { observe: (item) => void shown.push(item), finish: (result) => void finished.push(result) },
        terminal: { stdin, stderr },
        signal: detached.signal,
        detach: () => detached.abort(),
        warn: (line) => void (screen += line),
      }),
    async [Symbol.asyncDispose]() {
      client.disconnect();
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
