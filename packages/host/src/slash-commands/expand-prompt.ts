import { loadCommands } from "@roo-code/store";
import type { Configuration } from "../configuration/configuration.ts";
import { showBlock } from "../message/attachment.ts";
import { createLibrary, fillArguments, type LibraryOptions } from "../parts/library.ts";
import { builtinCommands } from "./builtin-commands.ts";

/** What a person meant by a prompt such as `/review src/a.ts`, or `do it as /house-style says`. */
export interface ExpandedPrompt {
  readonly text: string;
  /** Slug of the mode that the first command with one asks for. */
  readonly mode?: string;
}

export interface ExpandOptions extends Omit<LibraryOptions, "workspace" | "mode"> {
  readonly configuration: Configuration;
}

/** Something with a name: a command, or a skill where there is no such command. */
interface Named {
  readonly kind: "command" | "skill";
  readonly name: string;
  readonly text: string;
  readonly mode?: string | undefined;
}

const most = 10;
const leading = /^\s*\/([\w.-]+)(?:\s+([\s\S]*))?$/;
const mention = /(?<!\S)\/([\w.-]+)(?!\S)/g;

/**
 * The text of the command that a prompt begins with, with its arguments; what is named further on goes along behind it.
 * undefined for any other prompt, one with a path among them.
 */
export async function expandPrompt(prompt: string, options: ExpandOptions): Promise<ExpandedPrompt | undefined> {
  const find = await finder(options);
  const [, first = "", args = ""] = leading.exec(prompt) ?? [];
  const begin = first === "" ? undefined : await find(first, args);
  const others: Named[] = [];
  for (const name of new Set([...prompt.matchAll(mention)].map(([, each = ""]) => each))) {
    const found = others.length < most && name !== begin?.name ? await find(name, "") : undefined;
    if (found) others.push(found);
  }
  if (!begin && others.length === 0) return undefined;
  const blocks = others.map(({ kind, name, text }) =>
    showBlock({ name: kind, attributes: { name }, content: text.trim() }),
  );
  const mode = [begin, ...others].find((named) => named?.mode !== undefined)?.mode;
  return { text: [begin?.text ?? prompt, ...blocks].join("\n\n"), mode };
}

async function finder({ configuration, ...places }: ExpandOptions) {
  const { workspace, modes, settings } = configuration;
  const where = { ...places, workspace };
  const { commands } = await loadCommands(where);
  const library = createLibrary({ ...where, mode: settings.mode ?? "code" });
  const isMode = (slug: string | undefined): boolean => modes.some((mode) => mode.slug === slug);
  return async (name: string, args: string): Promise<Named | undefined> => {
    const command = [...commands, ...builtinCommands].find((candidate) => candidate.name === name);
    if (command) {
      const { content, mode } = command;
      return { kind: "command", name, text: fillArguments(content, args), mode: isMode(mode) ? mode : undefined };
    }
    const skill = await library.skill(name, args);
    return skill === undefined ? undefined : { kind: "skill", name, text: skill };
  };
}
