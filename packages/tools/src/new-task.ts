import { defineTool, ToolFailure } from "@roo-code/types";
import * as z from "zod";
import { looseInput } from "./loose-input.ts";
import description from "./new-task.md";
import { adaptTodos, parseTodos } from "./parse-todos.ts";

const input = looseInput(
  {
    mode: z.string().describe("Slug of its mode"),
    message: z.string().describe("All it needs to know: it does not see this task"),
    todos: z.string().optional().describe("Its first steps, as a Markdown checklist"),
  },
  {
    names: { mode_slug: "mode", prompt: "message", context: "message", instructions: "message" },
    adapt: adaptTodos,
  },
);

export const newTask = defineTool({
  name: "new_task",
  kind: "flow",
  group: "modes",
  description,
  input,
  async run({ mode, message, todos = "" }, { ports }) {
    const modes = ports.subtasks ?? [];
    if (!modes.includes(mode)) {
      throw new ToolFailure(
        "unknown_mode",
        `Cannot start a task in mode "${mode.slice(0, 80)}". Available modes: ${modes.join(", ")}.`,
      );
    }
    if (message.trim() === "") {
      throw new ToolFailure("invalid_message", "The message is empty. Describe what the new task should do.");
    }
    const control = { type: "new-task", mode, message, todos: parseTodos(todos) } as const;
    return { content: `A task was started in mode ${mode}.`, control };
  },
});
