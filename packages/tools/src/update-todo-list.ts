import { defineTool, ToolFailure } from "@roo-code/types";
import * as z from "zod";
import { isRecord, looseInput } from "./loose-input.ts";
import { parseTodos } from "./parse-todos.ts";
import description from "./update-todo-list.md";

const input = looseInput({ todos: z.string().describe("The whole list") }, { adapt: adaptTodos });

export const updateTodoList = defineTool({
  name: "update_todo_list",
  kind: "flow",
  group: "modes",
  description,
  input,
  async run({ todos: markdown }) {
    const todos = parseTodos(markdown);
    if (todos.length === 0 && markdown.trim() !== "") {
      throw new ToolFailure(
        "invalid_todos",
        "No line of the list is a step. Write each as `[ ] text`, `[-] text` or `[x] text`.",
      );
    }
    const done = todos.filter(({ status }) => status === "completed").length;
    return { content: `Todo list updated: ${done} of ${todos.length} done.`, control: { type: "todos", todos } };
  },
});

const marks: Readonly<Record<string, string>> = { completed: "x", done: "x", in_progress: "-" };

/** Other agents' form: a list of `{content, status}`. */
function adaptTodos(given: Record<string, unknown>): Record<string, unknown> {
  if (!Array.isArray(given.todos)) return given;
  return { ...given, todos: given.todos.map(toLine).join("\n") };
}

function toLine(todo: unknown): string {
  if (!isRecord(todo)) return String(todo);
  const text = [todo.content, todo.text].find((value) => typeof value === "string") ?? "";
  return `[${marks[String(todo.status)] ?? " "}] ${text}`;
}
