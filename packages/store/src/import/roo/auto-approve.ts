import type { ApprovalKind } from "@roo-code/types";
import { listOf, type Plain } from "../plain-value.ts";

const flags: readonly (readonly [string, ApprovalKind])[] = [
  ["alwaysAllowReadOnly", "read"],
  ["alwaysAllowWrite", "edit"],
  ["alwaysAllowExecute", "command"],
  ["alwaysAllowBrowser", "browser"],
  ["alwaysAllowMcp", "mcp"],
  ["alwaysAllowModeSwitch", "mode"],
  ["alwaysAllowSubtasks", "subtask"],
  ["alwaysAllowFollowupQuestions", "followup"],
  ["alwaysAllowWriteProtected", "protected"],
];

const withoutCounterpart = ["alwaysAllowReadOnlyOutsideWorkspace", "alwaysAllowWriteOutsideWorkspace"];

export const approvalFlags: ReadonlySet<string> = new Set([
  "autoApprovalEnabled",
  ...flags.map(([flag]) => flag),
  ...withoutCounterpart,
]);

/** What was approved in advance. There the flags count only while the main switch is on. */
export function toAutoApprove(settings: Plain, note: (text: string) => void): ApprovalKind[] | undefined {
  const isSet = (flag: string): boolean => settings[flag] === true;
  const chosen = flags.filter(([flag]) => isSet(flag));
  if (!isSet("autoApprovalEnabled")) {
    if (chosen.length > 0)
      note("What was to be approved in advance was switched off as a whole, and is not brought over.");
    return undefined;
  }
  for (const flag of withoutCounterpart.filter(isSet))
    note(`${flag} has no counterpart: paths outside the workspace are asked about.`);
  return chosen.flatMap(([flag, kind]) => {
    if (kind !== "command" || listOf(settings.allowedCommands).includes("*")) return [kind];
    // There it meant the commands of a list; here it would mean every command.
    note(`${flag} was limited to allowedCommands; here \`command\` means any command, so it is not switched on.`);
    return [];
  });
}

export function fromAutoApprove(kinds: readonly ApprovalKind[]): Plain {
  const chosen = flags.filter(([, kind]) => kinds.includes(kind));
  return { autoApprovalEnabled: true, ...Object.fromEntries(chosen.map(([flag]) => [flag, true])) };
}
