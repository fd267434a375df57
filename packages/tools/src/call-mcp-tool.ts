import {
  type ApprovalSubject,
  type McpAnswer,
  type McpCalls,
  type ToolContext,
  ToolFailure,
  type ToolOutput,
  type ToolPorts,
} from "@roo-code/types";

/** A tool of a server and its arguments. */
export interface McpUse {
  readonly server: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

const maxDetailLength = 10_000;
const maxAnswerLength = 100_000;

export function mcpSubject({ server, tool, arguments: args }: McpUse): ApprovalSubject {
  const detail = shorten(JSON.stringify(args, null, 2));
  return { kind: "mcp", summary: `${tool} of ${server}`, detail, tool: `${server}/${tool}` };
}

/** Also has the tool's current definition, and what changed since it was permanently allowed. */
export async function fullMcpSubject(use: McpUse, { ports, signal }: ToolContext): Promise<ApprovalSubject> {
  const { definition, changes } = await requireMcp(ports).describeTool({ ...use, signal });
  const subject = mcpSubject(use);
  if (changes === undefined) return { ...subject, definition };
  const detail = `${subject.detail}\n\nThe tool has changed since it was allowed:\n${shorten(changes)}`;
  return { ...subject, detail, definition };
}

export async function callMcpTool(use: McpUse, context: ToolContext): Promise<ToolOutput> {
  const { ports, signal, call } = context;
  const report = (text: string): void => context.report(text);
  return toOutput(await requireMcp(ports).callTool({ ...use, signal, report, call }));
}

export function requireMcp({ mcp }: ToolPorts): McpCalls {
  if (mcp) return mcp;
  throw new ToolFailure("unknown_server", "No MCP server is connected.");
}

/** A server's result, bounded. Throws `ToolFailure` `mcp_failed` with the server's text when the call failed. */
export function toOutput({ content, images, isError }: McpAnswer): ToolOutput {
  const shown =
    content.length <= maxAnswerLength
      ? content
      : `${content.slice(0, maxAnswerLength)}\n(Truncated: ${content.length - maxAnswerLength} more characters. Request less.)`;
  if (isError) throw new ToolFailure("mcp_failed", shown || "The server reported a failure without a message.");
  return { content: shown || "(The server returned an empty result.)", images: images.length > 0 ? images : undefined };
}

function shorten(detail: string): string {
  if (detail.length <= maxDetailLength) return detail;
  return `${detail.slice(0, maxDetailLength)}\n(${detail.length - maxDetailLength} more characters)`;
}
