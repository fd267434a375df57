import type { Tool, ToolEntry, ToolGroup, ToolPorts } from "@roo-code/types";
import type * as allTools from "./all-tools.ts";
import definitions from "./tool-definitions.json" with { type: "json" };

/** Every tool of this package, in the order models are told of them. Their code loads together, with the first call. */
export const builtinTools: readonly ToolEntry[] = [
  entry("read_file", "read", "readFile", ["read", "cat", "view", "open_file", "view_file"]),
  entry("list_files", "read", "listFiles", ["read_directory", "read_dir", "list_dir", "list_directory", "ls"]),
  entry("search_files", "read", "searchFiles", ["grep", "grep_search", "search", "ripgrep"]),
  entry("codebase_search", "read", "codebaseSearch", ["semantic_search", "search_codebase"], "codeIndex"),
  entry(
    "list_code_definition_names",
    "read",
    "listCodeDefinitionNames",
    ["list_definitions", "code_outline"],
    "outline",
  ),
  entry("fetch_instructions", "read", "fetchInstructions"),
  entry("write_to_file", "edit", "writeToFile", ["write_file", "create_file", "write"]),
  { ...entry("apply_diff", "edit", "applyDiff", ["replace_in_file"]), isFor: (model) => !writesPatches(model) },
  entry("search_and_replace", "edit", "searchAndReplace", ["edit", "search_replace", "str_replace"]),
  { ...entry("edit_file", "edit", "editFile", ["replace"]), isFor: nobody },
  { ...entry("insert_content", "edit", "insertContent", ["insert", "insert_lines"]), isFor: nobody },
  { ...entry("apply_patch", "edit", "applyPatch", ["patch", "applypatch"]), isFor: writesPatches },
  entry("generate_image", "edit", "generateImage", ["create_image", "image_generation"], "images"),
  entry("execute_command", "command", "executeCommand", [
    "run_command",
    "bash",
    "shell",
    "run_shell_command",
    "run_terminal_cmd",
  ]),
  entry("read_command_output", "command", "readCommandOutput", ["bash_output", "get_command_output"]),
  entry("send_command_input", "command", "sendCommandInput", ["write_stdin", "send_input"]),
  entry("stop_command", "command", "stopCommand", ["kill_shell", "kill_command"]),
  entry("browser_action", "browser", "browserAction", ["browser", "use_browser"], "browser"),
  entry("search_mcp_tools", "mcp", "searchMcpTools", ["find_mcp_tools", "list_mcp_tools", "tool_search"], "mcp"),
  entry("use_mcp_tool", "mcp", "useMcpTool", ["call_mcp_tool", "mcp_call"], "mcp"),
  entry("access_mcp_resource", "mcp", "accessMcpResource", ["read_mcp_resource"], "mcp"),
  entry("update_todo_list", "modes", "updateTodoList", ["update_todos"]),
  entry("ask_followup_question", "modes", "askFollowupQuestion", ["ask_question", "ask_user"]),
  entry("new_task", "modes", "newTask", [], "subtasks"),
  entry("switch_mode", "modes", "switchMode", ["set_mode", "change_mode"], "modes"),
  entry("run_slash_command", "modes", "runSlashCommand", [], "library"),
  entry("skill", "modes", "skill", ["use_skill", "load_skill"], "library"),
  entry("recall_history", "modes", "recallHistory", ["read_history"], "history"),
  entry("attempt_completion", "modes", "attemptCompletion", ["finish", "complete", "task_complete", "done"]),
];

/** These were taught to edit by patch; all others do better with blocks to search and replace. */
function writesPatches(model: string): boolean {
  return /(^|\/)(gpt-[5-9]|o[3-9]\b|codex)|codex/i.test(model);
}

/** Every tool that is told costs each request; what another one does as well is for models that ask for it by name. */
function nobody(): boolean {
  return false;
}

type ToolModule = typeof allTools;

/** What the model is told comes from a generated file: a request needs neither the tools' code nor their schemas. */
function entry(
  name: keyof typeof definitions,
  group: ToolGroup,
  member: keyof ToolModule,
  aliases: readonly string[] = [],
  needs?: keyof ToolPorts,
): ToolEntry {
  const definition = { name, ...definitions[name] };
  return {
    name,
    aliases,
    ...(needs && { needs }),
    offer: { group, definition },
    load: async (): Promise<Tool> => (await import("./all-tools.ts"))[member],
  };
}
