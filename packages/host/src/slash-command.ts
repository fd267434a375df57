import { loadCommands } from "@roo-code/store";
import type { Configuration, ConfigurationPlaces } from "./configuration.ts";
import { fillArguments } from "./ports/fill-arguments.ts";
import { createLibrary } from "./ports/library.ts";

/** What a person meant by a prompt such as `/review src/a.ts`. */
export interface ExpandedPrompt {
  readonly text: string;
  /** Slug of the mode that the command asks for. */
  readonly mode?: string;
}

/** The text of a command, else of a skill, that was named with its arguments; undefined for any other prompt, a path among them. */
export async function expandSlashCommand(
  prompt: string,
  {
    home,
    environment,
    configuration,
  }: Pick<ConfigurationPlaces, "home" | "environment"> & { configuration: Configuration },
): Promise<ExpandedPrompt | undefined> {
  const [, name, args = ""] = /^\s*\/([\w.:-]+)(?:\s+([\s\S]*))?$/.exec(prompt) ?? [];
  if (name === undefined) return undefined;
  const { workspace, settings, modes } = configuration;
  const { commands } = await loadCommands({ home, workspace });
  const command = commands.find((candidate) => candidate.name === name);
  if (!command) {
    const library = createLibrary({ home, environment, workspace, mode: settings.mode ?? "code" });
    const skill = await library.skill(name, args);
    return skill === undefined ? undefined : { text: skill };
  }
  const { mode } = command;
  const isKnown = modes.some(({ slug }) => slug === mode);
  return { text: fillArguments(command.content, args), ...(isKnown && mode !== undefined && { mode }) };
}
