import type { Todo } from "@roo-code/types";
import { isRecord } from "./loose-input.ts";

const statuses: Readonly<Record<string, Todo["status"]>> = {
  " ": "pending",
  x: "completed",
  X: "completed",
  "-": "in_progress",
  "~": "in_progress",
};

const maxTodos = 200;

/** The steps of a Markdown checklist; other lines are ignored. */
export function parseTodos(markdown: string): Todo[] {
  const todos = markdown.split(/\r?\n/).flatMap((line): Todo[] => {
    const [, mark = "", text = ""] = /^\s*(?:[-*]\s+)?\[([ xX~-])\]\s+(.*\S)\s*$/.exec(line) ?? [];
    const status = statuses[mark];
    return status ? [{ text, status }] : [];
  });
  return todos.slice(0, maxTodos);
}

/** Other agents' form of `todos`: a list of `{content, status}`, under various names. */
export function adaptTodos(input: Record<string, unknown>): Record<string, unknown> {
  if (!Array.isArray(input.todos)) return input;
  return { ...input, todos: input.todos.map(toLine).join("\n") };
}

const marks: ReadonlyMap<unknown, string> = new Map([
  ["completed", "x"],
  ["complete", "x"],
  ["done", "x"],
  ["in_progress", "-"],
  ["in-progress", "-"],
  ["doing", "-"],
]);
const textKeys = ["content", "text", "step", "title", "description", "task"];

function toLine(todo: unknown): string {
  if (typeof todo === "string") return /^\s*(?:[-*]\s+)?\[/.test(todo) ? todo : `[ ] ${todo}`;
  if (!isRecord(todo)) return "";
  const text = textKeys.map((key) => todo[key]).find((value) => typeof value === "string") ?? "";
  return `[${marks.get(todo.status) ?? " "}] ${text.replaceAll(/\s*\n\s*/g, " ")}`;
}
