import type { ApprovalRule } from "@roo-code/types";

/** `allow command: git log *` */
export function describeRule({ action, kind, command, path, host, tool, forbid }: ApprovalRule): string {
  const about = [
    ...(command === undefined ? [] : [`command: ${command}`]),
    ...(path === undefined ? [] : [`path: ${path}`]),
    ...(host === undefined ? [] : [`host: ${host}`]),
    ...(tool === undefined ? [] : [`tool: ${tool}`]),
  ];
  const parts = about.length > 0 ? about : [`every ${kind}`];
  return `${action} ${kind !== undefined && about.length > 0 && command === undefined ? `${kind}, ` : ""}${parts.join(", ")}${forbid ? `, but not with ${forbid.join(" ")}` : ""}`;
}
