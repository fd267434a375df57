import type { ToolEntry } from "@roo-code/types";

/** Every tool of this package, in the order models are told of them. */
export const builtinTools: readonly ToolEntry[] = [
  {
    name: "read_file",
    aliases: ["read", "cat", "view", "open_file", "view_file"],
    load: () => import("./read-file.ts").then(({ readFile }) => readFile),
  },
  {
    name: "list_files",
    aliases: ["read_directory", "read_dir", "list_dir", "list_directory", "ls"],
    load: () => import("./list-files.ts").then(({ listFiles }) => listFiles),
  },
  {
    name: "search_files",
    aliases: ["grep", "grep_search", "search", "ripgrep"],
    load: () => import("./search-files.ts").then(({ searchFiles }) => searchFiles),
  },
  {
    name: "write_to_file",
    aliases: ["write_file", "create_file", "write"],
    load: () => import("./write-to-file.ts").then(({ writeToFile }) => writeToFile),
  },
  {
    name: "apply_diff",
    aliases: ["replace_in_file"],
    load: () => import("./apply-diff.ts").then(({ applyDiff }) => applyDiff),
  },
  {
    name: "execute_command",
    aliases: ["run_command", "bash", "shell", "run_shell_command", "run_terminal_cmd"],
    load: () => import("./execute-command.ts").then(({ executeCommand }) => executeCommand),
  },
  {
    name: "update_todo_list",
    aliases: ["todo_write", "update_todos"],
    load: () => import("./update-todo-list.ts").then(({ updateTodoList }) => updateTodoList),
  },
  {
    name: "ask_followup_question",
    aliases: ["ask_question", "ask_user"],
    load: () => import("./ask-followup-question.ts").then(({ askFollowupQuestion }) => askFollowupQuestion),
  },
  {
    name: "attempt_completion",
    aliases: ["finish", "complete", "task_complete", "done"],
    load: () => import("./attempt-completion.ts").then(({ attemptCompletion }) => attemptCompletion),
  },
];
