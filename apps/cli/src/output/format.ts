import type { Evidence, ToolCallPart, Verification } from "@roo-code/types";
import colors from "picocolors";
import { oneLine, printablePath } from "../terminal-text.ts";

/** Inputs that identify a call, under all the names models use, in reading order. */
const describingInputs =
  "action command path file_path regex pattern query url element artifact_id name server_name tool_name uri question mode message".split(
    " ",
  );

/** What a call is about: its path, command or question. */
export function describeCall(call: ToolCallPart): string {
  if (typeof call.input !== "object" || call.input === null) return "";
  const input: Record<string, unknown> = { ...call.input };
  const named = describingInputs.map((key) => input[key]).filter((value) => typeof value === "string");
  return named.join(" ");
}

const maxNames = 12;

/** `changed a.ts, b.ts and 3 more`; empty for no files. */
export function formatChangedFiles(paths: readonly string[]): string {
  if (paths.length === 0) return "";
  const more = paths.length - maxNames;
  const named = paths.slice(0, maxNames).map((path) => printablePath(path, 100));
  return `changed ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

const marks: Readonly<Partial<Record<Evidence["verdict"], string>>> = { contradicted: "✗", stale: "⚠" };
const maxLines = 20;

/** One line per claim of a completion that its log does not support, with the reason. */
export function formatEvidence(evidence: readonly Evidence[], width: number): string[] {
  const lines = evidence.flatMap(({ verdict, claim, why }) => {
    const mark = marks[verdict];
    return mark === undefined ? [] : [`${mark} ${oneLine(`${claim}: ${why ?? verdict}`, width - 2)}`];
  });
  const more = lines.length - maxLines;
  return more > 0 ? [...lines.slice(0, maxLines), `… and ${more} more`] : lines;
}

/** Beside `completed` a bare "failed" would read as the opposite. */
export const verificationLabels: Readonly<Record<Verification, string>> = {
  verified: "verified",
  unverified: "unverified",
  failed: "failed to verify",
};

/** A unified diff with removed lines in red and added lines in green. */
export function colorDiff(diff: string): string {
  return diff.trimEnd().split("\n").map(paint).join("\n");
}

function paint(line: string): string {
  if (line.startsWith("+++") || line.startsWith("---")) return colors.bold(line);
  if (line.startsWith("+")) return colors.green(line);
  if (line.startsWith("-")) return colors.red(line);
  return line.startsWith("@@") ? colors.cyan(line) : line;
}
