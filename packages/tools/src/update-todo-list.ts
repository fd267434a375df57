import { defineTool, ToolFailure } from "@roo-code/types";
import * as z from "zod";
import { looseInput } from "./loose-input.ts";
import { adaptTodos, parseTodos } from "./parse-todos.ts";
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
        "The list has no steps. Write each as `[ ] text`, `[-] text` or `[x] text`.",
      );
    }
    const done = todos.filter(({ status }) => status === "completed").length;
    return { content: `Todo list updated: ${done} of ${todos.length} done.`, control: { type: "todos", todos } };
  },
});
