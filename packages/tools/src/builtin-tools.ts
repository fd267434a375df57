import type { Tool, ToolEntry, ToolGroup } from "@roo-code/types";
import type * as allTools from "./all-tools.ts";
import definitions from "./tool-definitions.json" with { type: "json" };

/** Every tool of this package, in the order models are told of them. Their code loads together, with the first call. */
export const builtinTools: readonly ToolEntry[] = [
  entry("read_file", "read", "readFile", ["read", "cat", "view", "open_file", "view_file"]),
  entry("list_files", "read", "listFiles", ["read_directory", "read_dir", "list_dir", "list_directory", "ls"]),
  entry("search_files", "read", "searchFiles", ["grep", "grep_search", "search", "ripgrep"]),
  entry("write_to_file", "edit", "writeToFile", ["write_file", "create_file", "write"]),
  entry("apply_diff", "edit", "applyDiff", ["replace_in_file"]),
  entry("execute_command", "command", "executeCommand", [
    "run_command",
    "bash",
    "shell",
    "run_shell_command",
    "run_terminal_cmd",
  ]),
  entry("update_todo_list", "modes", "updateTodoList", ["todo_write", "update_todos"]),
  entry("ask_followup_question", "modes", "askFollowupQuestion", ["ask_question", "ask_user"]),
  entry("attempt_completion", "modes", "attemptCompletion", ["finish", "complete", "task_complete", "done"]),
];

type ToolModule = typeof allTools;

/** What the model is told comes from a generated file: a request needs neither the tools' code nor their schemas. */
function entry(
  name: keyof typeof definitions,
  group: ToolGroup,
  member: keyof ToolModule,
  aliases: readonly string[],
): ToolEntry {
  const definition = { name, ...definitions[name] };
  return {
    name,
    aliases,
    offer: { group, definition },
    load: async (): Promise<Tool> => (await import("./all-tools.ts"))[member],
  };
}
