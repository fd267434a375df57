import { until } from "@roo-code/testkit/until";
import { type EventDraft, type EventOf, noUsage, type TaskEvent, userMessage } from "@roo-code/types";
import { expect, it } from "vitest";
import { stage } from "../../test/agent-harness.ts";

const snapshot = { id: "s1", label: "", time: 0, files: 1, emptyFolders: 0, skippedCount: 0, skipped: [] };

it("asks about a destructive command once its files can be saved, and saves them when approved", async () => {
  const [requested, saved, ...more] = await beforeStart({ what: "rm -rf build", isSaved: true, isAsked: true });
  expect([requested?.type, saved?.type, more]).toEqual(["approval.requested", "snapshot.added", []]);
  expect(requested).toMatchObject({ subject: { command: "rm -rf build" } });
  expect(requested).not.toHaveProperty("subject.detail");
});

it("warns if they could not be saved", async () => {
  const [requested] = await beforeStart({ what: "rm -rf build", isSaved: false, isAsked: true });
  const detail = "It cannot be undone: a snapshot of the files could not be taken.";
  expect(requested).toMatchObject({ type: "approval.requested", subject: { detail } });
});

it("does not ask about other allowed commands, nor about one allowed by name", async () => {
  expect(await beforeStart({ what: "make", isSaved: false, isAsked: false })).toEqual([]);
  const granted = { what: "rm -rf build", isSaved: true, isAsked: false, isGranted: true };
  expect((await beforeStart(granted)).map(({ type }) => type)).toEqual(["snapshot.added"]);
});

it("does not count the time a person takes to answer", async () => {
  const replies = [{ calls: [{ name: "act", input: { what: "make" } }] }, "done"];
  await using here = await stage({ replies, attended: true, autoApprove: [] });
  const running = here.run();
  await until(() => here.seen.some(({ type }) => type === "approval.requested"));
  await here.clock.advance(60_000);
  const requested = here.seen.find((item) => item.type === "approval.requested");
  const callId = requested?.callId ?? "";
  await here.agent.submit({ type: "approval.answer", opId: "1", callId, decision: "allow" });
  await running;
  expect((await here.events()).find(({ type }) => type === "tool.end")).toMatchObject({ durationMs: 0 });
});

it("uses an answer that was given before a crash, without asking again", async () => {
  for (const decision of ["allow", "deny"] as const) {
    await using here = await stage({
      replies: ["done"],
      attended: true,
      autoApprove: [],
      past: answered("make", decision),
    });
    expect(await here.run()).toMatchObject({ status: "completed" });
    const requests = (await here.events()).filter(({ type }) => type === "approval.requested");
    expect([requests.length, here.trace.done]).toEqual([1, decision === "allow" ? ["make"] : []]);
  }
});

it("asks again if what was approved before a crash is not what would be done now", async () => {
  const past = answered("make clean", "allow");
  await using here = await stage({ replies: ["done"], attended: true, autoApprove: [], past });
  const running = here.run();
  await until(() => here.seen.some(({ type }) => type === "approval.requested"));
  expect(here.trace.done).toEqual([]);
  await here.agent.submit({ type: "approval.answer", opId: "again", callId: "call-1", decision: "allow" });
  await running;
  expect(here.trace.done).toEqual(["make"]);
});

it("uses an answer to a question that was given before a crash, without asking again", async () => {
  const past: EventDraft[] = [
    ...calling("ask", { question: "Which?" }),
    { type: "question.requested", callId: "call-1", question: "Which?", suggestions: ["yes", "no"] },
    { type: "question.end", callId: "call-1", opId: "answer", answer: "the second" },
  ];
  await using here = await stage({ replies: ["done"], attended: true, past });
  await here.run();
  const events = await here.events();
  expect(events.filter(({ type }) => type === "question.requested")).toHaveLength(1);
  expect(events.find(({ type }) => type === "tool.end")).toMatchObject({
    content: expect.stringContaining("the second"),
  });
});

/** A call that makes something; before the crash, a person answered a request to run `command`. */
function answered(command: string, decision: "allow" | "deny"): EventDraft[] {
  const subject = { kind: "command" as const, summary: command, command };
  return [
    ...calling("act", { what: "make" }),
    { type: "approval.requested", callId: "call-1", name: "act", subject, needs: ["command"] },
    { type: "approval.end", callId: "call-1", opId: "answer", decision },
  ];
}

/** A task whose process was killed before its model's call was run. */
function calling(name: string, input: Record<string, unknown>): EventDraft[] {
  return [
    { type: "message.added", opId: "prompt", message: userMessage("do it") },
    {
      type: "turn.end",
      turn: 1,
      message: { role: "assistant", content: [{ type: "tool-call", callId: "call-1", name, input }] },
      usage: noUsage(),
      stopReason: "tool-calls",
    },
  ];
}

/** What is saved and requested from a call to its start; the answer allows it. */
async function beforeStart(given: {
  readonly what: string;
  readonly isSaved: boolean;
  readonly isAsked: boolean;
  readonly isGranted?: boolean;
}): Promise<TaskEvent[]> {
  const { what, isSaved, isAsked, isGranted } = given;
  const snapshots = {
    take: async () => (isSaved ? snapshot : undefined),
    recordChange: async () => ({ changes: [], files: [] }),
  };
  const replies = [{ calls: [{ name: "act", input: { what } }] }, "done"];
  const autoApprove = isGranted ? (["command", "destructive"] as const) : (["command"] as const);
  await using here = await stage({ replies, attended: true, autoApprove, snapshots });
  const running = here.run();
  if (isAsked) {
    const isRequest = (item: { readonly type: string }): item is EventOf<"approval.requested"> =>
      item.type === "approval.requested";
    await until(() => here.seen.some(isRequest));
    const callId = here.seen.find(isRequest)?.callId ?? "";
    await here.agent.submit({ type: "approval.answer", opId: "1", callId, decision: "allow" });
  }
  await running;
  expect(here.trace.done).toEqual([what]);
  const events = await here.events();
  const start = events.findIndex(({ type }) => type === "tool.start");
  return events.slice(0, start).filter(({ type }) => type === "snapshot.added" || type === "approval.requested");
}
