import type { CallRow } from "../../../data/task/chat-row.ts";
import { formatDuration } from "../../../ui/format.ts";

export type CallKind =
  | "read"
  | "edit"
  | "command"
  | "search"
  | "browser"
  | "mcp"
  | "subtask"
  | "question"
  | "completion"
  | "todos"
  | "mode"
  | "other";

interface CallDescription {
  readonly kind: CallKind;
  /** What is done. */
  readonly verb: string;
  /** To what. */
  readonly subject: string;
}

/** Describes a call in one line. */
export function describeCall(name: string, input: unknown): CallDescription {
  const path = textIn(input, ...pathNames) ?? "";
  switch (name) {
    case "read_file": {
      const more = listIn(input, "files").length;
      return {
        kind: "read",
        verb: "Read",
        subject: more > 0 && path ? `${path} and ${more} more` : path || filesOf(input),
      };
    }
    case "list_files":
      return { kind: "read", verb: "List", subject: path || "." };
    case "list_code_definition_names":
      return { kind: "read", verb: "Outline", subject: path || "." };
    case "search_files":
      return { kind: "search", verb: "Search", subject: textIn(input, "regex", "pattern", "query") ?? path };
    case "codebase_search":
      return { kind: "search", verb: "Search code", subject: textIn(input, "query") ?? "" };
    case "recall_history":
      return { kind: "search", verb: "Recall history", subject: textIn(input, "query") ?? "" };
    case "write_to_file":
      return { kind: "edit", verb: "Write", subject: path };
    case "apply_diff":
    case "edit_file":
    case "search_and_replace":
    case "insert_content":
    case "apply_patch":
      return { kind: "edit", verb: "Edit", subject: path };
    case "execute_command":
      return { kind: "command", verb: "Run", subject: textIn(input, "command") ?? "" };
    case "read_command_output":
      return {
        kind: "command",
        verb: "Read output",
        subject: textIn(input, "id", "artifact_id") ?? "a command",
      };
    case "send_command_input":
      return { kind: "command", verb: "Type", subject: textIn(input, "input", "text") ?? "" };
    case "stop_command":
      return { kind: "command", verb: "Stop", subject: textIn(input, "id") ?? "a command" };
    case "browser_action":
      return { kind: "browser", verb: "Browser", subject: browserSubject(input) };
    case "use_mcp_tool":
    case "access_mcp_resource":
      return { kind: "mcp", verb: "MCP", subject: mcpSubject(input) };
    case "new_task":
      return { kind: "subtask", verb: "Subtask", subject: textIn(input, "message") ?? "" };
    case "ask_followup_question":
      return { kind: "question", verb: "Ask", subject: textIn(input, "question") ?? "" };
    case "attempt_completion":
      return { kind: "completion", verb: "Done", subject: "" };
    case "update_todo_list":
      return { kind: "todos", verb: "Todo list", subject: "" };
    case "switch_mode":
      return { kind: "mode", verb: "Switch mode", subject: textIn(input, "mode_slug", "mode") ?? "" };
    default:
      return { kind: name.includes("/") ? "mcp" : "other", verb: name, subject: path };
  }
}

function filesOf(input: unknown): string {
  const paths = listIn(input, "files").flatMap(
    (file) => textIn(file, ...pathNames) ?? (typeof file === "string" ? file : []),
  );
  return paths.join(", ");
}

function browserSubject(input: unknown): string {
  const details = ["url", "element", "coordinate", "text", "key", "size", "direction"].flatMap(
    (name) => textIn(input, name) ?? [],
  );
  return [textIn(input, "action") ?? "", ...details].join(" ");
}

function mcpSubject(input: unknown): string {
  return [textIn(input, "server_name", "server"), textIn(input, "tool_name", "tool", "uri")].filter(Boolean).join("/");
}

interface CallOutcome {
  readonly hasFailed: boolean;
  /** What went wrong, and how long it took. */
  readonly text: string;
}

/** The outcome of a finished call. A command with a failing exit code counts as failed although the tool call succeeded. */
export function callOutcome({ isError, trouble, durationMs }: NonNullable<CallRow["end"]>): CallOutcome {
  const time = durationMs >= 100 ? formatDuration(durationMs) : undefined;
  const failure = trouble ?? (isError ? "failed" : undefined);
  return { hasFailed: failure !== undefined, text: [failure, time].filter(Boolean).join(" · ") };
}

/** The output of a command without the header for the model; an exit code other than 0 is kept. */
export function commandOutput(content: string): string {
  return content
    .replace(/^Working directory: \.\n/, "")
    .replace(/^Exit code: 0\n/, "")
    .replace(/^Output:\n/, "");
}

/** The first of these fields of a call's input that is a non-empty string. */
export function textIn(input: unknown, ...names: readonly string[]): string | undefined {
  if (typeof input !== "object" || input === null) return undefined;
  const fields = new Map<string, unknown>(Object.entries(input));
  for (const name of names) {
    const value = fields.get(name);
    if (typeof value === "string" && value !== "") return value;
  }
  return undefined;
}

function listIn(input: unknown, name: string): readonly unknown[] {
  if (typeof input !== "object" || input === null) return [];
  const value: unknown = new Map<string, unknown>(Object.entries(input)).get(name);
  return Array.isArray(value) ? value : [];
}

export const pathNames = ["path", "file_path", "filePath", "file"] as const;
