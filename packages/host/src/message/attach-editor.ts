import { builtinTools } from "@roo-code/tools";
import { type Message, ToolFailure } from "@roo-code/types";
import { type Attached, boundText } from "./attachment.ts";
import type { MessageParts } from "./compose-message.ts";

/** The last command: of the user's terminal if there is one, else of the task. */
export async function attachTerminal({ terminal, state }: MessageParts): Promise<Attached> {
  const last = lastCommand(state?.messages ?? []);
  const port = terminal ?? (last === undefined ? undefined : async () => last);
  return attachPort("terminal_output", port, "the task has run no command yet");
}

/** The last command that the model has the result of, with that result. */
function lastCommand(messages: readonly Message[]): string | undefined {
  const entry = builtinTools.find(({ name }) => name === "execute_command");
  const names = new Set([entry?.name, ...(entry?.aliases ?? [])]);
  const results = messages.flatMap((message) => (message.role === "tool" ? message.content : []));
  const result = results.findLast(({ name }) => names.has(name));
  if (!result) return undefined;
  const calls = messages.flatMap((message) => (message.role === "assistant" ? message.content : []));
  const call = calls.findLast((part) => part.type === "tool-call" && part.callId === result.callId);
  const command = call?.type === "tool-call" ? commandOf(call.input) : "";
  return `${command === "" ? "" : `$ ${command}\n`}${result.content}`;
}

function commandOf(input: unknown): string {
  if (typeof input !== "object" || input === null || !("command" in input)) return "";
  return typeof input.command === "string" ? input.command : "";
}

const maxCharacters = 50_000;

/** The text of an editor's port, or why it is not available. */
export async function attachPort(
  name: string,
  port: (() => Promise<string>) | undefined,
  missing: string,
): Promise<Attached> {
  if (!port) return { refused: missing };
  try {
    return { block: { name, content: boundText(await port(), maxCharacters) } };
  } catch (error) {
    if (error instanceof ToolFailure) return { refused: error.message.replace(/\.$/, "") };
    throw error;
  }
}
