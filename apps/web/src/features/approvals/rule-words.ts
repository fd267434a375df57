import type { ApprovalRule } from "@roo-code/types";

/** A rule as one reads it: `allow command: git log *`. */
export function ruleWords({ action, kind, command, path, host, tool, forbid }: ApprovalRule): string {
  const about = [
    ...(command === undefined ? [] : [`command: ${command}`]),
    ...(path === undefined ? [] : [`path: ${path}`]),
    ...(host === undefined ? [] : [`host: ${host}`]),
    ...(tool === undefined ? [] : [`tool: ${tool}`]),
  ];
  const words = about.length > 0 ? about : [`every ${kind}`];
  return `${action} ${kind !== undefined && about.length > 0 && command === undefined ? `${kind}, ` : ""}${words.join(", ")}${forbid ? `, but not with ${forbid.join(" ")}` : ""}`;
}
