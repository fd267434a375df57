import { until } from "@roo-code/testkit/until";
import type { EventOf, TaskEvent } from "@roo-code/types";
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
