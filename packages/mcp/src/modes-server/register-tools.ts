import type { CallToolResult, McpServer, ServerContext } from "@modelcontextprotocol/server";
import { RooError, ToolFailure } from "@roo-code/types";
import type { ClientSession } from "./client-session.ts";
import type { ModesServerPorts, TaskLook } from "./modes-server-ports.ts";
import { allServedTools } from "./tools/all-served-tools.ts";
import type { ServedCall } from "./tools/served-tool.ts";

export function registerTools(server: McpServer, ports: ModesServerPorts, session: ClientSession): void {
  const callOf = (context: ServerContext): ServedCall => ({
    ...ports,
    session,
    signal: context.mcpReq.signal,
    report: progressOf(context),
    use(taskId, purpose) {
      if (session.use(taskId, purpose)) server.sendResourceListChanged();
    },
  });
  for (const { name, title, description, input, output, isReadOnly, run } of allServedTools) {
    const annotations = { readOnlyHint: isReadOnly, destructiveHint: !isReadOnly, openWorldHint: !isReadOnly };
    server.registerTool(
      name,
      { title, description: description.trim(), inputSchema: input, outputSchema: output, annotations },
      (given, context) => answerOf(() => run(given, callOf(context))),
    );
  }
}

async function answerOf(run: () => Promise<Record<string, unknown>>): Promise<CallToolResult> {
  try {
    const structuredContent = await run();
    return { structuredContent, content: [{ type: "text", text: JSON.stringify(structuredContent) }] };
  } catch (error) {
    if (!(error instanceof RooError) && !(error instanceof ToolFailure)) throw error;
    const next = error instanceof RooError ? error.next : undefined;
    return { isError: true, content: [{ type: "text", text: [error.message, next].filter(Boolean).join(" ") }] };
  }
}

/** Tells a client that asked for it how far a task is, in turns. */
function progressOf({ mcpReq }: ServerContext): (look: TaskLook) => void {
  const progressToken = mcpReq._meta?.progressToken;
  let told = -1;
  return ({ state }) => {
    if (progressToken === undefined || state.turns <= told) return;
    told = state.turns;
    const calls = state.openCalls.map(({ call }) => call.name).join(", ");
    const message = calls === "" ? `turn ${told}` : `turn ${told}: ${calls}`;
    const params = { progressToken, progress: told, message: message.slice(0, 500) };
    // A client that has gone meanwhile learns nothing more.
    mcpReq.notify({ method: "notifications/progress", params }).catch(() => undefined);
  };
}
