import type { GetPromptResult, McpServer, RegisteredPrompt } from "@modelcontextprotocol/server";
import type { Mode } from "@roo-code/types";
import * as z from "zod";
import { modePurpose } from "./find-mode.ts";
import type { ModesServerPorts, ServedCommand } from "./modes-server-ports.ts";

/** The person's slash commands, and each mode for a model of the client's own. Returns what brings them up to date. */
export async function registerPrompts(server: McpServer, ports: ModesServerPorts): Promise<() => Promise<void>> {
  let registered: RegisteredPrompt[] = [];
  const refresh = async (): Promise<void> => {
    const [commands, modes] = await Promise.all([ports.commands(), ports.modes()]);
    for (const prompt of registered) prompt.remove();
    const taken = new Set(commands.map(({ name }) => name));
    registered = [
      ...commands.map((command) => commandPrompt(server, ports, command)),
      // What the person named so themself goes first.
      ...modes.filter(({ slug }) => !taken.has(modeName(slug))).map((mode) => modePrompt(server, mode)),
    ];
  };
  await refresh();
  return refresh;
}

function commandPrompt(server: McpServer, { expand }: ModesServerPorts, command: ServedCommand): RegisteredPrompt {
  const { name, description, argumentHint } = command;
  const words = z.string().max(100_000).optional();
  const argsSchema = z.object({ arguments: argumentHint === undefined ? words : words.describe(argumentHint) });
  return server.registerPrompt(
    name,
    { ...(description !== undefined && { description }), argsSchema },
    async ({ arguments: given = "" }) => said(await expand(name, given)),
  );
}

function modePrompt(server: McpServer, mode: Mode): RegisteredPrompt {
  const { slug, name, roleDefinition, customInstructions } = mode;
  const argsSchema = z.object({ task: z.string().max(100_000).optional().describe("what is to be done") });
  return server.registerPrompt(
    modeName(slug),
    { title: `As ${name}`, description: modePurpose(mode), argsSchema },
    ({ task }) => said([roleDefinition, customInstructions, task].filter(Boolean).join("\n\n")),
  );
}

function modeName(slug: string): string {
  return `mode-${slug}`;
}

function said(text: string): GetPromptResult {
  return { messages: [{ role: "user", content: { type: "text", text } }] };
}
