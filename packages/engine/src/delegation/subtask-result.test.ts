import { testTaskId } from "@roo-code/testkit/event-drafts";
import { noUsage } from "@roo-code/types";
import { expect, it } from "vitest";
import { subtaskResult } from "./subtask-result.ts";

it("includes the conflicting version, which no tool of the parent task can read", () => {
  const { content, isError } = subtaskResult({
    taskId: testTaskId("child"),
    status: "completed",
    result: "done",
    verification: null,
    turns: 1,
    usage: noUsage(),
    durationMs: 1,
    filesChanged: ["a.txt"],
    conflicts: [
      { path: "a.txt", aside: "/home/conflicts/a.txt", version: "mine\n" },
      { path: "b.txt", aside: "/home/conflicts/b.txt.deleted", version: "" },
      { path: "c", aside: "/home/conflicts/c.link", version: "a.txt\n" },
      { path: "d.bin", aside: "/home/conflicts/d.bin" },
      { path: "e.deleted", aside: "/home/conflicts/e.deleted", version: "text" },
    ],
  });
  const head = (path: string) =>
    `Conflict: ${path} was also changed by another task, whose version is in the workspace; `;
  expect(isError).toBe(false);
  expect(content.split("\n").slice(2, -3)).toEqual([
    `${head("a.txt")}this task's version is:`,
    '<version path="a.txt">',
    "mine",
    "</version>",
    `${head("b.txt")}this task deleted it.`,
    `${head("c")}in this task it is a link: a.txt`,
    `${head("d.bin")}this task's version is kept for the user: /home/conflicts/d.bin`,
    `${head("e.deleted")}this task's version is:`,
    '<version path="e.deleted">',
    "text",
    "</version>",
    "Merge the two versions where it matters.",
  ]);
});
