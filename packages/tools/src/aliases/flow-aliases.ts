import type { NamedCall } from "@roo-code/types";
import { isRecord } from "../loose-input.ts";
import { type Alias, type Input, renamed, reword, under } from "./alias.ts";

/** Several questions at once become the first of them. */
function askUser(input: Input): NamedCall {
  const [first] = Array.isArray(input.questions) ? input.questions : [input];
  const asked: Input = isRecord(first) ? reword(first, askWords) : { question: first };
  const { question, follow_up } = asked;
  const given = typeof follow_up === "string" ? parseList(follow_up) : follow_up;
  const answers = Array.isArray(given) ? given.map(toAnswer) : undefined;
  return { name: "ask_followup_question", input: { question, ...(answers && { follow_up: answers }) } };
}

const askWords = {
  question: ["question", "prompt", "message", "text", "query"],
  follow_up: ["followup", "suggestions", "options", "choices", "answers"],
};

function toAnswer(option: unknown): unknown {
  if (!isRecord(option)) return { text: String(option) };
  const { text } = reword(option, { text: ["text", "label", "value", "answer"] });
  return { text: text ?? "", ...(typeof option.mode === "string" && { mode: option.mode }) };
}

function parseList(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text.split("\n").filter((line) => line.trim() !== "");
  }
}

const looking: ReadonlySet<unknown> = new Set(["explore", "search", "research", "review"]);

/** Other agents have subagent types where we have modes. */
function startTask(input: Input): NamedCall {
  const { mode, kind, ...request } = reword(input, {
    message: ["message", "prompt", "task", "instructions", "objective"],
    mode: ["mode", "modeslug"],
    kind: ["subagenttype", "agenttype", "agent", "type"],
  });
  const wanted = typeof kind === "string" && looking.has(kind.toLowerCase()) ? "ask" : "code";
  return { name: "new_task", input: { ...request, mode: mode ?? wanted } };
}

/** `/name and arguments` in one text. */
function runSlashCommand(input: Input): NamedCall {
  const { command, args } = reword(input, {
    command: ["command", "name", "slashcommand"],
    args: ["args", "arguments"],
  });
  const [, name, rest] = (typeof command === "string" && /^\s*\/?(\S+)\s*([\s\S]*)$/.exec(command)) || [];
  const given = args ?? (rest || undefined);
  return {
    name: "run_slash_command",
    input: { command: name ?? command, ...(given !== undefined && { args: given }) },
  };
}

function updatePlan(input: Input): NamedCall {
  const { todos } = reword(input, { todos: ["todos", "plan", "todolist", "items", "steps", "tasks", "list"] });
  return { name: "update_todo_list", input: { todos } };
}

const resultWords = ["result", "summary", "message", "answer", "text", "finalanswer", "output", "response", "plan"];

export const flowAliases: readonly (readonly [string, Alias])[] = [
  ...under(
    "todo_write todowrite write_todos update_plan manage_todo_list todo_list set_todos update_todos write_todo_list todo",
    updatePlan,
  ),
  ...under(
    "finish complete done task_complete complete_task task_done submit final_answer exit_plan_mode plan_mode_respond finish_task",
    renamed("attempt_completion", { result: resultWords }),
  ),
  ...under("ask_user ask_question ask_user_question ask_human question request_user_input ask ask_followup", askUser),
  ...under("task agent spawn_agent subagent sub_agent delegate dispatch_agent run_subagent start_task", startTask),
  ...under("slash_command slashcommand run_command_file", runSlashCommand),
];
