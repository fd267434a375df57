import {
  type CallToolResult,
  type GetPromptResult,
  McpServer,
  type RegisteredPrompt,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { type Mode, RooError, ToolFailure } from "@roo-code/types";
import * as z from "zod";
import type { ClientSession } from "./client-sessions.ts";
import { modePurpose } from "./find-mode.ts";
import type { ModesServerPorts, ServedCommand, TaskOverview } from "./modes-server-ports.ts";
import { registerResources } from "./register-resources.ts";
import instructions from "./server-instructions.md";
import { allServedTools } from "./tools/all-served-tools.ts";
import { acceptedInput, type ServedCall } from "./tools/served-tool.ts";

interface BuiltServer {
  readonly server: McpServer;
  /** To be called after modes or commands have changed. */
  readonly refresh: () => void;
}

/** An MCP server for one client, not yet connected. */
export async function buildServer(ports: ModesServerPorts, session: ClientSession): Promise<BuiltServer> {
  const server = new McpServer(
    { name: "roo", title: "Roo Code", version: ports.version },
    {
      capabilities: {
        tools: { listChanged: false },
        resources: { subscribe: true, listChanged: true },
        prompts: { listChanged: true },
        completions: {},
      },
      instructions: instructions.trim(),
      maxToolInputElements: 1000,
      debouncedNotificationMethods: ["notifications/resources/list_changed", "notifications/prompts/list_changed"],
    },
  );
  registerTools(server, ports, session);
  registerResources(server, ports, session);
  const refreshPrompts = await registerPrompts(server, ports);
  return {
    server,
    refresh() {
      server.sendResourceListChanged();
      // If they cannot be read, the old ones stay.
      refreshPrompts().catch(() => undefined);
    },
  };
}

/** Registers slash commands, and each mode as a prompt for the client's own model. Returns a function that updates them. */
async function registerPrompts(server: McpServer, ports: ModesServerPorts): Promise<() => Promise<void>> {
  let registered: RegisteredPrompt[] = [];
  const refresh = async (): Promise<void> => {
    const [commands, modes] = await Promise.all([ports.commands(), ports.modes()]);
    for (const prompt of registered) prompt.remove();
    const taken = new Set(commands.map(({ name }) => name));
    registered = [
      ...commands.map((command) => commandPrompt(server, ports, command)),
      // The user's own command of that name takes precedence.
      ...modes.filter(({ slug }) => !taken.has(modeName(slug))).map((mode) => modePrompt(server, mode)),
    ];
  };
  await refresh();
  return refresh;
}

function commandPrompt(server: McpServer, { expand }: ModesServerPorts, command: ServedCommand): RegisteredPrompt {
  const { name, description, argumentHint } = command;
  const args = z.string().max(100_000).optional();
  const argsSchema = z.object({ arguments: argumentHint === undefined ? args : args.describe(argumentHint) });
  return server.registerPrompt(name, { description, argsSchema }, async ({ arguments: text = "" }) =>
    promptResult(await expand(name, text)),
  );
}

function modePrompt(server: McpServer, mode: Mode): RegisteredPrompt {
  const { slug, name, roleDefinition, customInstructions } = mode;
  const argsSchema = z.object({ task: z.string().max(100_000).optional().describe("what is to be done") });
  return server.registerPrompt(
    modeName(slug),
    { title: `Mode: ${name}`, description: modePurpose(mode), argsSchema },
    ({ task }) => promptResult([roleDefinition, customInstructions, task].filter(Boolean).join("\n\n")),
  );
}

function modeName(slug: string): string {
  return `mode-${slug}`;
}

function promptResult(text: string): GetPromptResult {
  return { messages: [{ role: "user", content: { type: "text", text } }] };
}

function registerTools(server: McpServer, ports: ModesServerPorts, session: ClientSession): void {
  const callOf = (context: ServerContext): ServedCall => ({
    ...ports,
    session,
    signal: context.mcpReq.signal,
    report: progressOf(context),
    use(taskId, purpose) {
      if (session.use(taskId, purpose)) server.sendResourceListChanged();
    },
  });
  for (const tool of allServedTools) {
    const { name, title, description, output, isReadOnly, run } = tool;
    const annotations = { readOnlyHint: isReadOnly, destructiveHint: !isReadOnly, openWorldHint: !isReadOnly };
    server.registerTool(
      name,
      { title, description: description.trim(), inputSchema: acceptedInput(tool), outputSchema: output, annotations },
      (args, context) => toResult(() => run(args, callOf(context))),
    );
  }
}

async function toResult(run: () => Promise<Record<string, unknown>>): Promise<CallToolResult> {
  try {
    const structuredContent = await run();
    return { structuredContent, content: [{ type: "text", text: JSON.stringify(structuredContent) }] };
  } catch (error) {
    if (!(error instanceof RooError) && !(error instanceof ToolFailure)) throw error;
    const next = error instanceof RooError ? error.next : undefined;
    return { isError: true, content: [{ type: "text", text: [error.message, next].filter(Boolean).join(" ") }] };
  }
}

/** Sends progress in turns to a client that requested it. */
function progressOf({ mcpReq }: ServerContext): (look: TaskOverview) => void {
  const progressToken = mcpReq._meta?.progressToken;
  let reported = -1;
  return ({ state }) => {
    if (progressToken === undefined || state.turns <= reported) return;
    reported = state.turns;
    const calls = state.openCalls.map(({ call }) => call.name).join(", ");
    const message = calls === "" ? `turn ${reported}` : `turn ${reported}: ${calls}`;
    const params = { progressToken, progress: reported, message: message.slice(0, 500) };
    // The client may have disconnected.
    mcpReq.notify({ method: "notifications/progress", params }).catch(() => undefined);
  };
}
