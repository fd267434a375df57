import { testTaskId } from "@roo-code/testkit/event-drafts";
import type { TaskSummary } from "@roo-code/types";
import { expect, it } from "vitest";
import { taskTree } from "./task-tree.ts";

it("lists subtasks below their parent, in order", () => {
  const tasks = [
    task("root-b"),
    task("kid-10", "root-a", "child-10"),
    task("kid-2", "root-a", "child-2"),
    task("grand", "kid-2", "child-2.1"),
    task("root-a"),
    task("orphan", "gone", "child-1"),
  ];
  expect(taskTree(tasks).map(({ task: { title }, depth }) => `${depth} ${title}`)).toEqual([
    "0 root-b",
    "0 root-a",
    "1 kid-2",
    "2 grand",
    "1 kid-10",
    "0 orphan",
  ]);
});

function task(name: string, parent?: string, agent = ""): TaskSummary {
  return {
    taskId: testTaskId(name),
    status: "completed",
    title: name,
    cwd: "/project",
    mode: "code",
    createdAt: "",
    updatedAt: "",
    events: 1,
    ...(parent !== undefined && { parent: { taskId: testTaskId(parent), agent } }),
  };
}
