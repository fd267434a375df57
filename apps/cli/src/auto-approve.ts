import type { ApprovalKind } from "@roo-code/types";
import { type Flag, WrongValue } from "./command-line.ts";

// Spelled out here so that parsing a flag does not load the schemas.
const kinds: readonly ApprovalKind[] = [
  "read",
  "edit",
  "command",
  "browser",
  "mcp",
  "mode",
  "subtask",
  "followup",
  "protected",
  "destructive",
];
const notInAll: ReadonlySet<ApprovalKind> = new Set(["protected", "destructive"]);

/** `edit,command` → those kinds; `all` is everything but `protected` and `destructive`. */
export const autoApprove: Flag<ReadonlySet<ApprovalKind>> = {
  placeholder: "LIST",
  about: `allow in advance: ${kinds.join(", ")}; all is all but the last two`,
  parse: (list) => new Set(list.split(",").flatMap((word) => named(word.trim()))),
};

function named(word: string): readonly ApprovalKind[] {
  if (word === "") return [];
  const found = word === "all" ? kinds.filter((kind) => !notInAll.has(kind)) : kinds.filter((kind) => kind === word);
  if (found.length === 0) throw new WrongValue(`"${word}" is none of ${kinds.join(", ")}, all.`);
  return found;
}
