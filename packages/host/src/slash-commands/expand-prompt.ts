import { loadCommands } from "@roo-code/store";
import type { Configuration } from "../configuration/configuration.ts";
import { showBlock } from "../message/attachment.ts";
import { createLibrary, fillArguments, type LibraryOptions } from "../parts/library.ts";
import init from "./init.md";

/** The expansion of a prompt such as `/review src/a.ts`, or `do it as /house-style says`. */
export interface ExpandedPrompt {
  readonly text: string;
  /** Slug of the mode of the first command that has one. */
  readonly mode?: string;
}

export interface ExpandOptions extends Omit<LibraryOptions, "workspace" | "mode"> {
  readonly configuration: Configuration;
}

/** A command, or a skill if there is no such command. */
interface Expansion {
  readonly kind: "command" | "skill";
  readonly name: string;
  readonly text: string;
  readonly mode?: string | undefined;
}

const maxMentions = 10;
const leading = /^\s*\/([\w.-]+)(?:\s+([\s\S]*))?$/;
const mention = /(?<!\S)\/([\w.-]+)(?!\S)/g;

/**
 * The text of the command that a prompt starts with, with its arguments, followed by those named later in the prompt.
 * undefined if it names no command, such as a path.
 */
export async function expandPrompt(prompt: string, options: ExpandOptions): Promise<ExpandedPrompt | undefined> {
  const find = await createFinder(options);
  const [, first = "", args = ""] = leading.exec(prompt) ?? [];
  const leadingCommand = first === "" ? undefined : await find(first, args);
  const others: Expansion[] = [];
  for (const name of new Set([...prompt.matchAll(mention)].map(([, each = ""]) => each))) {
    const found = others.length < maxMentions && name !== leadingCommand?.name ? await find(name, "") : undefined;
    if (found) others.push(found);
  }
  if (!leadingCommand && others.length === 0) return undefined;
  const blocks = others.map(({ kind, name, text }) =>
    showBlock({ name: kind, attributes: { name }, content: text.trim() }),
  );
  const mode = [leadingCommand, ...others].find((expansion) => expansion?.mode !== undefined)?.mode;
  return { text: [leadingCommand?.text ?? prompt, ...blocks].join("\n\n"), mode };
}

async function createFinder({ configuration, ...rest }: ExpandOptions) {
  const { workspace, modes, settings } = configuration;
  const options = { ...rest, workspace };
  const { commands } = await loadCommands(options);
  const library = createLibrary({ ...options, mode: settings.mode ?? "code" });
  const isMode = (slug: string | undefined): boolean => modes.some((mode) => mode.slug === slug);
  return async (name: string, args: string): Promise<Expansion | undefined> => {
    const command = [...commands, ...builtinCommands].find((candidate) => candidate.name === name);
    if (command) {
      const { content, mode } = command;
      return { kind: "command", name, text: fillArguments(content, args), mode: isMode(mode) ? mode : undefined };
    }
    const skill = await library.skill(name, args);
    return skill === undefined ? undefined : { kind: "skill", name, text: skill };
  };
}

interface BuiltinCommand {
  readonly name: string;
  readonly content: string;
  readonly mode?: string;
}

/** For users only; a command file with the same name replaces one. */
const builtinCommands: readonly BuiltinCommand[] = [{ name: "init", content: init }];
