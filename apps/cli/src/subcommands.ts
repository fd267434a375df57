import { RooError } from "@roo-code/types";
import { type CommandLine, type Flag, type Parsed, parseCommandLine } from "./command-line.ts";
import { CommandDescription, describeArgument } from "./help/command-help.ts";
import { visibleJson } from "./terminal-text.ts";

type Run = (args: readonly string[]) => Promise<number>;

/** A command that is a family of commands, each with its own arguments. */
export function withSubcommands(family: { name: string; help: string; commands: Readonly<Record<string, Run>> }): Run {
  const { name, help, commands } = family;
  return async ([word = "", ...rest]) => {
    const command = Object.hasOwn(commands, word) ? commands[word] : undefined;
    if (command) return command(rest);
    if (word === "--help" || word === "-h") return print(help);
    if (word === describeArgument) throw describe(help, commands);
    const message = word ? `Unknown command: roo ${name} ${word}` : `Missing subcommand: roo ${name}`;
    throw new RooError({ code: "wrong_usage", message, next: `roo ${name} ${Object.keys(commands).join("|")}` });
  };
}

function describe(help: string, commands: Readonly<Record<string, Run>>): CommandDescription {
  const [usage = "", ...about] = help.split("\n");
  return new CommandDescription({ usage, about: about.join("\n").replace(/^\n+/, ""), commands });
}

/** One of the family: command line in, exit code out. */
export function subcommand<Flags extends Readonly<Record<string, Flag<unknown>>>>(
  line: CommandLine<Flags>,
  run: (parsed: Parsed<Flags>) => Promise<number> | number,
): Run {
  return async (args) => {
    const parsed = parseCommandLine(line, args);
    return parsed ? run(parsed) : 0;
  };
}

/** Writes a line to standard output; returns the exit code of success. */
export function print(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}

/** The same for JSON, with control characters escaped on a terminal. */
export function printJson(value: unknown): number {
  const json = JSON.stringify(value, null, 2);
  return print(process.stdout.isTTY ? visibleJson(json) : json);
}
