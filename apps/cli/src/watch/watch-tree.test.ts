import { eventDrafts, testTaskId } from "@roo-code/testkit/event-drafts";
import { FakeClock } from "@roo-code/testkit/fake-clock";
import { MemoryEventLog } from "@roo-code/testkit/memory-event-log";
import { until } from "@roo-code/testkit/until";
import { type EventDraft, type TaskId } from "@roo-code/types";
import colors from "picocolors";
import { expect, it } from "vitest";
import { formatTree } from "./tree-lines.ts";
import { readTree, type WatchedTree, watchTree } from "./watch-tree.ts";

const [root, one, two] = [testTaskId("root-0001"), testTaskId("one-00001"), testTaskId("two-00001")];
const paint = colors.createColors(false);

function begin(taskId: TaskId, agent: string, message: string): EventDraft {
  return { type: "subtask.start", callId: agent, taskId, agent, mode: "code", message };
}

const turn = (...calls: readonly [name: string, input: Record<string, unknown>][]): EventDraft => ({
  type: "turn.end",
  message: {
    role: "assistant",
    content: calls.map(([name, input], index) => ({ type: "tool-call", callId: `c${index}`, name, input })),
  },
  turn: 1,
  stopReason: "tool-calls",
  usage: { inputTokens: 900, outputTokens: 100, cacheReadTokens: 0, cacheWriteTokens: 0, costUsd: null },
});

function lines(tree: WatchedTree, more: { width?: number; height?: number } = {}): string[] {
  return formatTree(tree, { root, paint, width: 80, now: new FakeClock().now() + 5_000, ...more });
}

it("follows a task and its subtasks, also those whose logs are created later", async () => {
  const tasks = new MemoryEventLog(new FakeClock());
  const log = await tasks.create(root);
  await log.append([eventDrafts.taskStart(root), eventDrafts.message("do all of it"), eventDrafts.runStart()]).durable;
  const done = new AbortController();
  let now: WatchedTree = new Map();
  const watched = watchTree(tasks, root, { signal: done.signal, onChange: (tree) => (now = tree) });
  await log.append([turn(["new_task", {}], ["new_task", {}]), begin(one, "child-1", "left")]).durable;
  await until(() => lines(now).length === 2);
  const child = await tasks.create(one);
  await child.append([
    eventDrafts.taskStart(one),
    eventDrafts.runStart(),
    turn(["execute_command", { command: "npm test" }]),
    begin(two, "child-1.1", "below"),
  ]).durable;
  await until(() => lines(now).length === 3);
  await until(() => lines(now)[1]?.includes("npm test") ?? false);
  expect(lines(now)).toEqual([
    "◐ do all of it  code · 1 turn · 1000 tokens · 5 s",
    "  ◐ child-1: left  code · 1 turn · 1000 tokens · 5 s  execute_command npm test",
    "    ◐ child-1.1: below  code · 0 turns · 0 s",
  ]);
  await child.append([eventDrafts.runEnd("failed")]).durable;
  await until(() => lines(now)[1]?.includes("✗") ?? false);
  done.abort();
  expect(lines(await watched)[1]).toBe("  ✗ child-1: left  code · failed · 1 turn · 1000 tokens · 0 s  ".trimEnd());
  expect(lines(await readTree(tasks, root))).toEqual(lines(now));
});

it("fits the size of the terminal", async () => {
  const tasks = new MemoryEventLog(new FakeClock());
  const log = await tasks.create(root);
  const long = "words ".repeat(50);
  const children = Array.from({ length: 30 }, (_, at) => testTaskId(`child-${String(at).padStart(4, "0")}`));
  await log.append([
    eventDrafts.taskStart(root),
    eventDrafts.message(long),
    turn(["execute_command", { command: long }]),
    ...children.map((taskId, at) => begin(taskId, `child-${at + 1}`, long)),
  ]).durable;
  const [ended = root] = children;
  const child = await tasks.create(ended);
  await child.append([eventDrafts.taskStart(ended), eventDrafts.runEnd("completed")]).durable;
  const shown = lines(await readTree(tasks, root), { width: 60, height: 10 });
  expect(Math.max(...shown.map((line) => line.length))).toBeLessThanOrEqual(60);
  expect(shown).toHaveLength(10);
  expect([shown[1], shown.at(-1)]).toEqual([expect.stringContaining("child-2:"), "  … 22 more"]);
});
