import type { Mode, ToolGroup } from "@roo-code/types";

const changing: ReadonlySet<ToolGroup> = new Set(["edit", "command", "advanced"]);

/** Whether a task in this mode may change files, itself or by others: one without groups has others work for it. */
export function mayChangeFiles({ groups }: Mode): boolean {
  return groups.length === 0 || groups.some(({ group }) => changing.has(group));
}
