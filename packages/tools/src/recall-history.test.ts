import { eventDrafts, testTaskId } from "@roo-code/testkit/event-drafts";
import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import { type EventDraft, noUsage, type TaskEvent, type ToolPorts } from "@roo-code/types";
import { describe, expect, it } from "vitest";
import { ToolCaller } from "../test/call-tool.ts";
import { recallHistory } from "./recall-history.ts";

const result = (callId: string, content: string): EventDraft => ({
  type: "tool.end",
  callId,
  name: "read_file",
  content,
  isError: false,
  durationMs: 1,
});
const drafts: EventDraft[] = [
  eventDrafts.taskStart(testTaskId("task-0001")),
  eventDrafts.message("The port must be 4711."),
  {
    type: "turn.end",
    turn: 1,
    stopReason: "tool-calls",
    usage: noUsage(),
    message: {
      role: "assistant",
      content: [
        { type: "text", text: "I look." },
        { type: "tool-call", callId: "a", name: "read_file", input: { path: "a.ts" } },
      ],
    },
  },
  result("a", "content of A"),
  result("b", `content of B ${"x".repeat(50_000)} end`),
  eventDrafts.notice("the port again"),
];
const events = drafts.map((draft, index): TaskEvent => ({ ...draft, seq: index + 1, at: "2030-01-01T00:00:00.000Z" }));
const history = { events: () => Promise.resolve(events) };

async function recall(input: unknown, ports: ToolPorts = { history }): Promise<string> {
  await using temp = createTempWorkspace();
  return (await new ToolCaller(temp, ports).call(recallHistory, input)).content;
}

describe("recall_history", () => {
  it("returns an event in full, including calls", async () => {
    expect(await recall({ seq: 2 })).toBe("[2] message:\nThe port must be 4711.");
    expect(await recall({ seq: "3" })).toBe('[3] reply:\nI look.\nread_file {"path":"a.ts"}');
  });

  it("returns a result with its call and the other results of the reply, in bounded pieces", async () => {
    const first = await recall({ seq: 5 });
    expect(first).toMatch(
      /^\[3\] reply:\nI look\.\n.*\n\n\[4\] result of read_file:\ncontent of A\n\n\[5\] result of read_file:\ncontent of B/,
    );
    const next = Number(/continue with offset (\d+)\)$/.exec(first)?.[1]);
    expect(first.length).toBeLessThan(41_000);
    expect(await recall({ seq: 5, offset: next })).toMatch(/x end$/);
  });

  it("returns a range of events", async () => {
    expect(await recall({ seq: 2, to: 4 })).toMatch(
      /^\[2\][\s\S]*\[3\][\s\S]*\[4\] result of read_file:\ncontent of A$/,
    );
  });

  it("finds messages by search terms, in any order and case, and no other events", async () => {
    expect(await recall({ search: "PORT 4711" })).toBe("[2] message: …The port must be 4711.…");
    expect(await recall({ search: "nowhere" })).toBe('No event contains "nowhere".');
  });

  it.each([
    [{ seq: 99 }, "unknown_event"],
    [{ seq: 6 }, "unknown_event"],
    [{}, "invalid_input"],
  ])("says what is wrong with %j", async (input, code) => {
    await expect(recall(input)).rejects.toMatchObject({ code });
  });

  it("fails without a log", async () => {
    await expect(recall({ seq: 1 }, {})).rejects.toMatchObject({ code: "no_history" });
  });
});
