import { noUsage, type TaskEvent, type TaskId } from "@roo-code/types";
import { expect, it } from "vitest";
import { formatTask } from "./format-task.ts";

it("shows the usage of each agent of a tree, and the total", () => {
  const [root, child] = [log("root", 0.5), log("child-1", 0.0123)];
  expect(spendingIn(formatTask(root, [child]))).toEqual([
    "",
    "Spent",
    "  agent    mode  model  turns    in  out     cost",
    "  root     code  big-1      1  1.2M   10    $0.50",
    "  child-1  code  big-1      1  1.2M   10  $0.0123",
    "  all                       2  2.4M   20    $0.51",
  ]);
  expect(spendingIn(formatTask(root, [])).at(-1)).toContain("root");
});

it("shows nothing for a task without a reply", () => {
  expect(formatTask(log("root", 0.5).slice(0, 2), [])).not.toContain("Spent");
});

function spendingIn(text: string): string[] {
  const lines = text.split("\n");
  return lines.slice(lines.indexOf("Spent") - 1);
}

function log(agent: string, costUsd: number): TaskEvent[] {
  const at = "2030-01-01T00:00:00.000Z";
  const parent = { taskId: "task-0001" as TaskId, callId: "c", agent };
  return [
    {
      seq: 1,
      at,
      type: "task.start",
      taskId: "task-0002" as TaskId,
      mode: "code",
      environment: { cwd: "/project", platform: "linux", shell: "bash", date: "2030-01-01" },
      ...(agent !== "root" && { parent }),
      format: 1,
    },
    {
      seq: 2,
      at,
      type: "run.start",
      provider: "p",
      model: "big-1",
      limits: {},
      autoApprove: [],
      attended: false,
      pid: 1,
      version: "1",
    },
    {
      seq: 3,
      at,
      type: "turn.end",
      turn: 1,
      message: { role: "assistant", content: [{ type: "text", text: "said" }] },
      usage: { ...noUsage(), inputTokens: 1_200_000, outputTokens: 10, costUsd },
      stopReason: "end",
    },
  ];
}
