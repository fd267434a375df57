import { loadCommands } from "@roo-code/store";
import type { Configuration } from "./configuration.ts";
import { fillArguments } from "./ports/fill-arguments.ts";

/** What a person meant by a prompt such as `/review src/a.ts`. */
export interface ExpandedPrompt {
  readonly text: string;
  /** Slug of the mode that the command asks for. */
  readonly mode?: string;
}

/** The text of a command that was named with its arguments; undefined for any other prompt, a path among them. */
export async function expandSlashCommand(
  prompt: string,
  { home, configuration }: { home: string; configuration: Configuration },
): Promise<ExpandedPrompt | undefined> {
  const [, name, args = ""] = /^\s*\/([\w.:-]+)(?:\s+([\s\S]*))?$/.exec(prompt) ?? [];
  if (name === undefined) return undefined;
  const { commands } = await loadCommands({ home, workspace: configuration.workspace });
  const command = commands.find((candidate) => candidate.name === name);
  if (!command) return undefined;
  const { mode } = command;
  const isKnown = configuration.modes.some(({ slug }) => slug === mode);
  return { text: fillArguments(command.content, args), ...(isKnown && mode !== undefined && { mode }) };
}
