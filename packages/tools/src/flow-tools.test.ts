import { createTempWorkspace } from "@roo-code/testkit";
import type { Tool, ToolOutput } from "@roo-code/types";
import { describe, expect, it } from "vitest";
import { ToolCaller } from "../test/call-tool.ts";
import { askFollowupQuestion } from "./ask-followup-question.ts";
import { attemptCompletion } from "./attempt-completion.ts";
import { updateTodoList } from "./update-todo-list.ts";

describe("attempt_completion", () => {
  it("ends the task with its result", async () => {
    const { control } = await call(attemptCompletion, { result: "All done." });
    expect(control).toEqual({ type: "complete", result: "All done." });
  });
});

describe("ask_followup_question", () => {
  it.each([[[{ text: "Yes" }, { text: "No", mode: null }]], [["Yes", "No"]]])(
    "asks with the suggestions %j",
    async (follow_up) => {
      const { control } = await call(askFollowupQuestion, { question: "Sure?", follow_up });
      expect(control).toEqual({ type: "ask", question: "Sure?", suggestions: ["Yes", "No"] });
    },
  );
});

describe("update_todo_list", () => {
  it("reads a checklist and counts what is done", async () => {
    const todos = "# Plan\n- [x] one\n* [X] two\n[-] three\n  [~] four\n- [ ] five [x]\nnot a step\n- [ ]\n";
    const { content, control } = await call(updateTodoList, { todos });
    expect(content).toBe("Todo list updated: 2 of 5 done.");
    expect(control).toEqual({
      type: "todos",
      todos: [
        { text: "one", status: "completed" },
        { text: "two", status: "completed" },
        { text: "three", status: "in_progress" },
        { text: "four", status: "in_progress" },
        { text: "five [x]", status: "pending" },
      ],
    });
  });

  it("understands a list of objects", async () => {
    const todos = [
      { content: "one", status: "completed" },
      { content: "two", status: "in_progress" },
      { content: "three", status: "pending" },
    ];
    const { control } = await call(updateTodoList, { todos });
    expect(control).toMatchObject({ todos: [{ status: "completed" }, { status: "in_progress" }, { text: "three" }] });
  });

  it("refuses a text without a step, and takes an empty list", async () => {
    await expect(call(updateTodoList, { todos: "do things" })).rejects.toMatchObject({ code: "invalid_todos" });
    expect((await call(updateTodoList, { todos: "" })).control).toEqual({ type: "todos", todos: [] });
  });
});

async function call(tool: Tool, input: unknown): Promise<ToolOutput> {
  await using temp = createTempWorkspace();
  return new ToolCaller(temp).call(tool, input);
}
