import type { ApprovalSubject, ToolContext, ToolOutput } from "@roo-code/types";
import { requireMcp, toOutput } from "./mcp-answer.ts";

/** A tool of a server and its arguments. */
export interface McpUse {
  readonly server: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

const maxDetailLength = 10_000;

export function mcpSubject({ server, tool, arguments: given }: McpUse): ApprovalSubject {
  const detail = shorten(JSON.stringify(given, null, 2));
  return { kind: "mcp", summary: `${tool} of ${server}`, detail, tool: `${server}/${tool}` };
}

/** With the tool's current definition, and what changed since it was permanently allowed. */
export async function fullMcpSubject(use: McpUse, { ports, signal }: ToolContext): Promise<ApprovalSubject> {
  const { definition, changes } = await requireMcp(ports).describeTool({ ...use, signal });
  const subject = mcpSubject(use);
  if (changes === undefined) return { ...subject, definition };
  const detail = `${subject.detail}\n\nThe tool is not what it was when it was allowed:\n${shorten(changes)}`;
  return { ...subject, detail, definition };
}

export async function callMcpTool(use: McpUse, context: ToolContext): Promise<ToolOutput> {
  const { ports, signal, call } = context;
  const report = (text: string): void => context.report(text);
  return toOutput(await requireMcp(ports).callTool({ ...use, signal, report, call }));
}

function shorten(detail: string): string {
  if (detail.length <= maxDetailLength) return detail;
  return `${detail.slice(0, maxDetailLength)}\n(${detail.length - maxDetailLength} characters more)`;
}
