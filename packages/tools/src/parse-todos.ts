import type { Todo } from "@roo-code/types";

const statuses: Readonly<Record<string, Todo["status"]>> = {
  " ": "pending",
  x: "completed",
  X: "completed",
  "-": "in_progress",
  "~": "in_progress",
};

const maxTodos = 200;

/** The steps of a Markdown checklist; lines that are none are passed over. */
export function parseTodos(markdown: string): Todo[] {
  const todos = markdown.split(/\r?\n/).flatMap((line): Todo[] => {
    const [, mark = "", text = ""] = /^\s*(?:[-*]\s+)?\[([ xX~-])\]\s+(.*\S)\s*$/.exec(line) ?? [];
    const status = statuses[mark];
    return status ? [{ text, status }] : [];
  });
  return todos.slice(0, maxTodos);
}
