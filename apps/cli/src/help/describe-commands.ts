import { commands } from "../commands.ts";
import { CommandDescription, type CommandHelp, describeArgument } from "./command-help.ts";

type Run = (args: readonly string[]) => Promise<number>;

/** The help of all commands, from the tables that parse their arguments. Loads them all. */
export function describeCommands(): Promise<CommandHelp[]> {
  return Promise.all(commands.map(({ name, summary, run }) => describeCommand(name, run, summary)));
}

async function describeCommand(name: string, run: Run, summary?: string): Promise<CommandHelp> {
  const { usage, about, flags, commands: below } = await descriptionOf(name, run);
  const subcommands = Object.entries(below).map(([word, subcommand]) => describeCommand(word, subcommand));
  return {
    name,
    summary: summary ?? firstSentence(about),
    usage,
    about,
    flags,
    commands: await Promise.all(subcommands),
  };
}

function firstSentence(text: string): string {
  return text.split(/\.?(?:\n|$)|\.\s/, 1)[0] ?? "";
}

async function descriptionOf(name: string, run: Run): Promise<CommandDescription> {
  try {
    await run([describeArgument]);
  } catch (error) {
    if (error instanceof CommandDescription) return error;
    throw error;
  }
  throw new Error(
    `roo ${name} ran instead of describing itself: it must begin with parseCommandLine or withSubcommands`,
  );
}
