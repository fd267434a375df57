import { RooError } from "@roo-code/types";
import { type CommandLine, type Flag, type Parsed, parseCommandLine } from "./command-line.ts";
import { visibleJson } from "./terminal-text.ts";

type Run = (args: readonly string[]) => Promise<number>;

/** A command that is a family of commands, each with its own arguments. */
export function withSubcommands(family: { name: string; help: string; commands: Readonly<Record<string, Run>> }): Run {
  const { name, help, commands } = family;
  return async ([word = "", ...rest]) => {
    const command = Object.hasOwn(commands, word) ? commands[word] : undefined;
    if (command) return command(rest);
    if (word === "--help" || word === "-h") return print(help);
    const message = word ? `There is no "roo ${name} ${word}".` : `roo ${name} needs to know what.`;
    throw new RooError({ code: "wrong_usage", message, next: `roo ${name} ${Object.keys(commands).join("|")}` });
  };
}

/** One of the family: what was said on the command line in, exit code out. No words unless it names how many. */
export function subcommand<Flags extends Readonly<Record<string, Flag<unknown>>>>(
  line: Omit<CommandLine<Flags>, "words"> & Partial<CommandLine<Flags>>,
  run: (parsed: Parsed<Flags>) => Promise<number> | number,
): Run {
  return async (args) => {
    const parsed = parseCommandLine({ words: { least: 0, most: 0 }, ...line }, args);
    return parsed ? run(parsed) : 0;
  };
}

/** Data for whoever asked: one write, and the exit code of success. */
export function print(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}

/** The same for JSON: exactly what it is, and harmless for a terminal. */
export function printJson(value: unknown): number {
  const json = JSON.stringify(value, null, 2);
  return print(process.stdout.isTTY ? visibleJson(json) : json);
}
