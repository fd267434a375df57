import { type InstructionLibrary, ToolFailure, type ToolPorts } from "@roo-code/types";

const maxTextLength = 100_000;

export function requireLibrary({ library }: ToolPorts): InstructionLibrary {
  if (library) return library;
  throw new ToolFailure("no_library", "No slash commands or skills are available.");
}

/** A command or skill as the model reads it. */
export function libraryText(title: string, text: string): string {
  const shown =
    text.length <= maxTextLength ? text : `${text.slice(0, maxTextLength)}\n(Truncated: the text is too long.)`;
  return `# ${title}\n\n${shown}`;
}
