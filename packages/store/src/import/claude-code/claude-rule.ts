import type { ApprovalKind, ApprovalRule } from "@roo-code/types";

const kindOfTool: Readonly<Record<string, ApprovalKind>> = {
  Read: "read",
  Glob: "read",
  Grep: "read",
  Edit: "edit",
  Write: "edit",
  MultiEdit: "edit",
  NotebookEdit: "edit",
  Bash: "command",
  WebFetch: "browser",
};

/** The kind of a rule for every use of a tool: `Edit`, `Bash(*)`; undefined for others. */
export function wholeKind(rule: string): ApprovalKind | undefined {
  return kindOfTool[rule.replace(/\(\*{0,2}\)$/, "")];
}

/** Converts a permission rule of Claude Code; undefined if it would mean something else here. */
export function ruleOf(action: ApprovalRule["action"], rule: string, homeFolder: string): ApprovalRule | undefined {
  const kind = wholeKind(rule);
  if (kind !== undefined) return { action, kind };
  const [, server, tool = "*"] = /^mcp__(.+?)(?:__(.+))?$/.exec(rule) ?? [];
  if (server !== undefined) return { action, tool: `${server}/${tool}` };
  const [, name = "", use = ""] = /^(\w+)\((.+)\)$/s.exec(rule) ?? [];
  const described = describe(kindOfTool[name], use, homeFolder);
  return described && { action, ...described };
}

function describe(kind: ApprovalKind | undefined, use: string, homeFolder: string): Partial<ApprovalRule> | undefined {
  if (kind === "command") return commandOf(use);
  if (kind === "browser") return hostOf(use);
  const path = pathOf(use, homeFolder);
  return kind === undefined || path === undefined ? undefined : { kind, path };
}

/** `npm run test:*` and `npm run test *`; a star elsewhere has no equivalent. */
function commandOf(use: string): Partial<ApprovalRule> | undefined {
  const command = use.replace(/(?::| )\*$/, " *");
  return /\*(?!$)|[^ ]\*$/.test(command) ? undefined : { command };
}

function hostOf(use: string): Partial<ApprovalRule> | undefined {
  const host = /^domain:([\w.*-]+)$/.exec(use)?.[1];
  return host === undefined ? undefined : { host };
}

/** In Claude Code `//` starts an absolute path, and `/` one relative to its settings folder, which has no equivalent. */
function pathOf(use: string, homeFolder: string): string | undefined {
  if (use.startsWith("//")) return use.slice(1);
  if (use.startsWith("~/")) return `${homeFolder}${use.slice(1)}`;
  return use.startsWith("/") ? undefined : use.replace(/^\.\//, "");
}
