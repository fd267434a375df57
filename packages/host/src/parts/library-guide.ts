import type { InstructionLibrary, LibraryItem } from "@roo-code/types";

const maxItems = 50;
const maxDescription = 300;

/** The hint about a library for the model; empty if it has no items. */
export async function guideTo(library: InstructionLibrary): Promise<string> {
  const [skills, commands] = await Promise.all([library.skills(), library.commands()]);
  const parts = [
    section(
      "Skills: instructions for one kind of work. When one fits what you are about to do, read it first with the tool skill.",
      skills.map((item) => `- ${item.name}${described(item)}`),
    ),
    section(
      "Slash commands: prompts that the user keeps. When the user names one as /name, get its text with the tool run_slash_command.",
      commands.map((item) => `- /${item.name}${hinted(item)}${described(item)}`),
    ),
  ];
  return parts.filter(Boolean).join("\n\n");
}

function section(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return "";
  const rest = lines.length > maxItems ? [`(and ${lines.length - maxItems} more)`] : [];
  return [title, ...lines.slice(0, maxItems), ...rest].join("\n");
}

function hinted({ argumentHint }: LibraryItem): string {
  return argumentHint ? ` ${oneLine(argumentHint)}` : "";
}

function described({ description }: LibraryItem): string {
  return description ? `: ${oneLine(description)}` : "";
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length <= maxDescription ? line : `${line.slice(0, maxDescription - 1).toWellFormed()}…`;
}
