import type { CallTranslator, Tool, ToolEntry, ToolGroup, ToolPorts } from "@roo-code/types";
import type * as allTools from "./all-tools.ts";
import definitions from "./tool-definitions.json" with { type: "json" };

/** By missing port: why a tool is unavailable, for a model that calls it anyway, and what to do instead. */
const missingPorts: Readonly<Record<keyof ToolPorts, string>> = {
  outline: "Use search_files.",
  codeIndex: "This folder has no code index: the user can build one with `roo index build`. Use search_files.",
  browser:
    "Chromium is not installed: the user can install it (such as with `apt install chromium`) or set ROO_BROWSER to its path. Continue without a browser.",
  library: "No slash commands or skills are available.",
  images: "No image provider is configured: the user can select a profile with the setting imageProfile.",
  mcp: "No MCP server is connected.",
  modes: "This task cannot change its mode.",
  subtasks: "This task cannot start subtasks: do the work yourself.",
  history: "No part of this conversation has been summarised.",
};

/** Every tool of this package, in the order models see them. Their code loads together, with the first call. */
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
  { ...entry("edit_file", "edit", "editFile", ["replace"]), isFor: never },
  { ...entry("insert_content", "edit", "insertContent", ["insert", "insert_lines"]), isFor: never },
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

/** Translates calls of other agents' tools. Their names are loaded with the first call of an unknown tool. */
export const translateCall: CallTranslator = async (call) => {
  const { translateAlias } = await import("./aliases/translate-alias.ts");
  return translateAlias(call);
};

/** These models were trained to edit by patch; all others do better with search and replace blocks. */
function writesPatches(model: string): boolean {
  return /(^|\/)(gpt-[5-9]|o[3-9]\b|codex)|codex/i.test(model);
}

/** Every offered tool costs tokens in each request; redundant ones are only for models that call them by name. */
function never(): boolean {
  return false;
}

type ToolModule = typeof allTools;

/** Definitions come from a generated file: a request needs neither the tools' code nor their schemas. */
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
    needs,
    unavailable: needs && missingPorts[needs],
    offer: { group, definition },
    load: async (): Promise<Tool> => (await import("./all-tools.ts"))[member],
  };
}
