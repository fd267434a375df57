import type { EventOf, ToolCallPart } from "@roo-code/types";
import type { AskKind } from "../names.ts";
import { type RooToolName, rooToolNames } from "../names.ts";

type ApprovalDetails = Pick<EventOf<"approval.requested">, "subject" | "needs">;

/** What Roo Code shows for a call before it runs. */
interface ShownCall {
  readonly ask: AskKind;
  readonly text: string;
}

const kinds: Readonly<Record<string, string>> = {
  read_file: "readFile",
  read_command_output: "readCommandOutput",
  write_to_file: "newFileCreated",
  apply_diff: "appliedDiff",
  edit: "appliedDiff",
  edit_file: "appliedDiff",
  search_and_replace: "appliedDiff",
  search_replace: "appliedDiff",
  insert_content: "appliedDiff",
  apply_patch: "appliedDiff",
  search_files: "searchFiles",
  codebase_search: "codebaseSearch",
  switch_mode: "switchMode",
  new_task: "newTask",
  update_todo_list: "updateTodoList",
  run_slash_command: "runSlashCommand",
  skill: "skill",
  generate_image: "generateImage",
};

/** `approval` holds the details of the approval request, if there was one. */
export function shownCall({ name, input }: ToolCallPart, approval?: ApprovalDetails): ShownCall {
  const subject = approval?.subject;
  const fields = isRecord(input) ? input : {};
  if (name === "execute_command") return { ask: "command", text: subject?.command ?? textOf(fields.command) };
  if (rooToolName(name) === "use_mcp_tool" || name === "access_mcp_resource")
    return { ask: "use_mcp_server", text: JSON.stringify(mcpFields(name, fields)) };
  return { ask: "tool", text: JSON.stringify(toolFields(name, fields, approval)) };
}

function toolFields(name: string, fields: Readonly<Record<string, unknown>>, approval?: ApprovalDetails): object {
  const subject = approval?.subject;
  const path = textOf(fields.path) || textOf(fields.file_path) || subject?.paths?.[0];
  const content = subject?.detail ?? fields.content ?? fields.diff ?? fields.patch;
  return {
    tool: name === "list_files" ? listKind(fields) : (kinds[name] ?? name),
    path: path || undefined,
    content: name === "new_task" ? fields.message : content,
    diff: subject?.detail,
    regex: fields.regex,
    filePattern: fields.file_pattern,
    query: fields.query,
    mode: fields.mode_slug ?? fields.mode,
    reason: fields.reason,
    command: fields.command,
    skill: fields.skill,
    args: fields.args,
    todos: name === "update_todo_list" ? fields.todos : undefined,
    isProtected: approval?.needs?.includes("protected") || undefined,
  };
}

function listKind({ recursive }: Readonly<Record<string, unknown>>): string {
  return recursive === true ? "listFilesRecursive" : "listFilesTopLevel";
}

function mcpFields(name: string, fields: Readonly<Record<string, unknown>>): object {
  if (name === "access_mcp_resource")
    return { type: "access_mcp_resource", serverName: textOf(fields.server_name), uri: textOf(fields.uri) };
  const [, server = "", tool = ""] = name === "use_mcp_tool" ? [] : name.split(/--|__/);
  return {
    type: "use_mcp_tool",
    serverName: textOf(fields.server_name) || server,
    toolName: textOf(fields.tool_name) || tool,
    arguments: JSON.stringify(name === "use_mcp_tool" ? (fields.arguments ?? {}) : fields),
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

const known: ReadonlySet<string> = new Set(rooToolNames);

/** A tool name that Roo Code's clients accept; they drop events with any other. */
export function rooToolName(name: string): RooToolName {
  if (isRooTool(name)) return name;
  if (/^mcp(--|__|_tool)/.test(name)) return "use_mcp_tool";
  return name === "insert_content" ? "edit" : "custom_tool";
}

function isRooTool(name: string): name is RooToolName {
  return known.has(name);
}
