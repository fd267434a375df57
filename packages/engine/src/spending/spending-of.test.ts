import { eventDrafts, testTaskId } from "@roo-code/testkit/event-drafts";
import { FakeClock } from "@roo-code/testkit/fake-clock";
import { MemoryEventLog } from "@roo-code/testkit/memory-event-log";
import { type EventDraft, noUsage, type TaskEvent } from "@roo-code/types";
import { expect, it } from "vitest";
import { spendingOf } from "./spending-of.ts";

const reply = (turn: number, costUsd: number, by: { provider?: string; model?: string } = {}): EventDraft => ({
  type: "turn.end",
  turn,
  message: { role: "assistant", content: [{ type: "text", text: "said" }] },
  usage: { ...noUsage(), inputTokens: 10, outputTokens: 1, costUsd },
  stopReason: "end",
  ...by,
});

it("adds up usage by agent, model and mode, including summaries and fallbacks", async () => {
  const root = await logOf("root-0001", [
    eventDrafts.taskStart(testTaskId("root-0001")),
    eventDrafts.runStart(),
    reply(1, 1),
    reply(2, 2),
    { type: "mode.start", mode: "ask", reason: "" },
    reply(3, 4),
    reply(4, 8, { provider: "other", model: "stand-in" }),
  ]);
  const start = eventDrafts.taskStart(testTaskId("child-0001"));
  if (start.type !== "task.start") throw new Error("no start");
  const parent = { taskId: testTaskId("root-0001"), callId: "c", agent: "child-1" };
  const child = await logOf("child-0001", [{ ...start, parent }, eventDrafts.runStart(), reply(1, 16)]);
  const rows = spendingOf([root, child]).map(({ agent, model, mode, turns, usage }) => [
    agent,
    model,
    mode,
    turns,
    usage.inputTokens,
    usage.costUsd,
  ]);
  expect(rows).toEqual([
    ["root", "scripted-1", "code", 2, 20, 3],
    ["root", "scripted-1", "ask", 1, 10, 4],
    ["root", "stand-in", "ask", 1, 10, 8],
    ["child-1", "scripted-1", "code", 1, 10, 16],
  ]);
  expect(spendingOf([])).toEqual([]);
});

async function logOf(name: string, drafts: readonly EventDraft[]): Promise<TaskEvent[]> {
  const log = new MemoryEventLog(new FakeClock());
  const writer = await log.create(testTaskId(name));
  await writer.append([...drafts]).durable;
  await writer.close();
  return log.read(testTaskId(name));
}
