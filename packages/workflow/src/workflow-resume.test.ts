import type { TaskEvent } from "@roo-code/types";
import { expect, it } from "vitest";
import { FakeSubtasks } from "../test/fake-subtasks.ts";
import { statuses, tryPlan } from "../test/harness.ts";
import { defineWorkflow } from "./read-plan.ts";

const plan = defineWorkflow({
  name: "with everything",
  phases: [
    { id: "plan", mode: "architect", subtasks: ["outline"] },
    { id: "core", retries: 1, subtasks: [{ id: "build", message: "x", checks: ["built", "linted"] }] },
    {
      id: "features",
      retries: 1,
      subtasks: [
        { id: "left", message: "l" },
        { id: "right", message: "r" },
        { id: "join", message: "{{results.features.left}}", dependsOn: ["left", "right"] },
      ],
      checks: ["joined"],
    },
    { id: "beside", dependsOn: [], subtasks: ["own"] },
    { id: "fails", dependsOn: ["beside"], subtasks: [{ id: "bad", message: "b", checks: ["never"] }] },
    { id: "skipped", subtasks: ["never done"] },
    { id: "docs", dependsOn: ["features"], subtasks: ["write"] },
  ],
});

/** Commands that pass only after a certain attempt, so that every run of the same log behaves the same. */
const passesAfter: Readonly<Record<string, string>> = { built: "core/build#2", joined: "features#1", never: "nothing" };

async function runWorkflow(subtasks: FakeSubtasks, history?: readonly TaskEvent[]) {
  const ended = new Set<string>();
  const observe = (event: TaskEvent): void => {
    if (event.type === "subtask.end") ended.add(event.callId);
  };
  history?.forEach(observe);
  const check = (command: string) => (ended.has(passesAfter[command] ?? "") || command === "linted" ? 0 : 1);
  return tryPlan({ plan, subtasks, check, observe, history });
}

function endedIn(events: readonly TaskEvent[]): string[] {
  return events.filter((event) => event.type === "subtask.end").map(({ callId }) => callId);
}

const whole = await runWorkflow(new FakeSubtasks());
const cuts = whole.events.map((_, index) => index + 1).filter((cut) => cut >= 3 && cut < whole.events.length);

it("has enough events to cut the log at", () => {
  expect(whole.result.status).toBe("failed");
  expect(cuts.length).toBeGreaterThan(35);
  expect(endedIn(whole.events)).toContain("features#1");
});

it.each(cuts)("reaches the same outcome when the log is cut after event %i", async (cut) => {
  const history = whole.events.slice(0, cut);
  const subtasks = new FakeSubtasks();
  const again = await runWorkflow(subtasks, history);
  expect(statuses(again)).toEqual(statuses(whole));
  expect(again.result.error).toEqual(whole.result.error);
  expect(endedIn(again.events).sort()).toEqual(endedIn(whole.events).sort());
  // Nothing that had ended ran again, and what had started was resumed as the same task.
  expect(subtasks.worked.filter((callId) => endedIn(history).includes(callId))).toEqual([]);
  expect(new Set(subtasks.worked).size).toBe(subtasks.worked.length);
  const taskOf = (type: TaskEvent["type"]) =>
    new Map(
      again.events.flatMap((event) =>
        event.type === type && "callId" in event && "taskId" in event ? [[event.callId, event.taskId]] : [],
      ),
    );
  expect(taskOf("subtask.end")).toEqual(taskOf("subtask.start"));
});

it("records the outcome of a task that ended while the workflow was not running", async () => {
  const subtasks = new FakeSubtasks();
  const first = await runWorkflow(subtasks);
  const cut = first.events.findIndex((event) => event.type === "subtask.end");
  const worked = subtasks.worked.length;
  const again = await runWorkflow(subtasks, first.events.slice(0, cut));
  expect(again.result.status).toBe("failed");
  const [earliest] = endedIn(first.events);
  expect(subtasks.worked.slice(worked)).not.toContain(earliest);
});
