import type { ToolCallPart } from "@roo-code/types";

/** Inputs that say what a call is about, whatever a model calls them; in the order they read well. */
const telling =
  "action command path file_path regex pattern query url element artifact_id name server_name tool_name uri question mode message".split(
    " ",
  );

/** What a call is about, in a few words: its path, command or question. */
export function callSummary(call: ToolCallPart): string {
  if (typeof call.input !== "object" || call.input === null) return "";
  const input: Record<string, unknown> = { ...call.input };
  const named = telling.map((key) => input[key]).filter((value) => typeof value === "string");
  return named.join(" ");
}
