import type { ApprovalKind } from "@roo-code/types";
import { InvalidArgumentError } from "commander";

// Spelled out here so that parsing an option does not load the schemas.
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
export function parseAutoApprove(list: string): ReadonlySet<ApprovalKind> {
  const allowed = new Set<ApprovalKind>();
  for (const word of list.split(",").map((part) => part.trim())) {
    if (word === "") continue;
    const named = word === "all" ? kinds.filter((kind) => !notInAll.has(kind)) : kinds.filter((kind) => kind === word);
    if (named.length === 0) throw new InvalidArgumentError(`"${word}" is none of ${kinds.join(", ")}, all.`);
    for (const kind of named) allowed.add(kind);
  }
  return allowed;
}
