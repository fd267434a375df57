import type { NamedCall } from "@roo-code/types";
import { isRecord } from "../loose-input.ts";
import { type Alias, aliasFor, type Input, renamedTool, renameParameters } from "./alias.ts";

/** Several questions at once become the first of them. */
function askUser(input: Input): NamedCall {
  const [first] = Array.isArray(input.questions) ? input.questions : [input];
  const request: Input = isRecord(first) ? renameParameters(first, questionNames) : { question: first };
  const { question, follow_up } = request;
  const suggestions = typeof follow_up === "string" ? parseList(follow_up) : follow_up;
  const answers = Array.isArray(suggestions) ? suggestions.map(toAnswer) : undefined;
  return { name: "ask_followup_question", input: { question, follow_up: answers } };
}

const questionNames = {
  question: ["question", "prompt", "message", "text", "query"],
  follow_up: ["followup", "suggestions", "options", "choices", "answers"],
};

function toAnswer(option: unknown): unknown {
  if (!isRecord(option)) return { text: String(option) };
  const { text } = renameParameters(option, { text: ["text", "label", "value", "answer"] });
  return { text: text ?? "", mode: typeof option.mode === "string" ? option.mode : undefined };
}

function parseList(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text.split("\n").filter((line) => line.trim() !== "");
  }
}

const readOnlyAgents: ReadonlySet<unknown> = new Set(["explore", "search", "research", "review"]);

/** Other agents have subagent types where we have modes. */
function startTask(input: Input): NamedCall {
  const { mode, kind, ...request } = renameParameters(input, {
    message: ["message", "prompt", "task", "instructions", "objective"],
    mode: ["mode", "modeslug"],
    kind: ["subagenttype", "agenttype", "agent", "type"],
  });
  const fallback = typeof kind === "string" && readOnlyAgents.has(kind.toLowerCase()) ? "ask" : "code";
  return { name: "new_task", input: { ...request, mode: mode ?? fallback } };
}

/** Also `/name and arguments` in one string. */
function runSlashCommand(input: Input): NamedCall {
  const { command, args } = renameParameters(input, {
    command: ["command", "name", "slashcommand"],
    args: ["args", "arguments"],
  });
  const [, name, rest] = (typeof command === "string" && /^\s*\/?(\S+)\s*([\s\S]*)$/.exec(command)) || [];
  return { name: "run_slash_command", input: { command: name ?? command, args: args ?? (rest || undefined) } };
}

function updatePlan(input: Input): NamedCall {
  const { todos } = renameParameters(input, {
    todos: ["todos", "plan", "todolist", "items", "steps", "tasks", "list"],
  });
  return { name: "update_todo_list", input: { todos } };
}

const resultNames = ["result", "summary", "message", "answer", "text", "finalanswer", "output", "response", "plan"];

export const flowAliases: readonly (readonly [string, Alias])[] = [
  ...aliasFor(
    "todo_write todowrite write_todos update_plan manage_todo_list todo_list set_todos update_todos write_todo_list todo",
    updatePlan,
  ),
  ...aliasFor(
    "finish complete done task_complete complete_task task_done submit final_answer exit_plan_mode plan_mode_respond finish_task",
    renamedTool("attempt_completion", { result: resultNames }),
  ),
  ...aliasFor(
    "ask_user ask_question ask_user_question ask_human question request_user_input ask ask_followup",
    askUser,
  ),
  ...aliasFor("task agent spawn_agent subagent sub_agent delegate dispatch_agent run_subagent start_task", startTask),
  ...aliasFor("slash_command slashcommand run_command_file", runSlashCommand),
];
