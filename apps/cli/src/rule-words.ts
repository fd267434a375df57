import type { ApprovalRule } from "@roo-code/types";

/** A rule in a few words. */
export function ruleWords({ action, kind, command, path, tool, host }: ApprovalRule): string {
  const about = [command, path, tool, host].filter((part) => part !== undefined).join(" ");
  return `${action} ${about || (kind ?? "")}`;
}
