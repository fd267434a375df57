import type { ShellWord } from "../shell/shell-word.ts";
import { dangerousPrograms } from "./dangerous-programs.ts";
import type { KnownCommand } from "./known-command.ts";
import { readingPrograms } from "./reading-programs.ts";

const byName: ReadonlyMap<string, KnownCommand> = new Map(
  [...dangerousPrograms, ...readingPrograms].map((known) => [known.name, known]),
);

const withSubcommands: ReadonlySet<string> = new Set(
  [...byName.keys()].filter((name) => name.includes(" ")).map((name) => name.slice(0, name.indexOf(" "))),
);

/** What is known of a command, of its subcommand first. */
export function findKnown(
  name: string,
  words: readonly ShellWord[] | undefined,
  values: readonly (string | undefined)[] = words?.slice(0, 3).map((word) => word.value) ?? [],
): KnownCommand | undefined {
  if (!withSubcommands.has(name) || values.length < 2) return byName.get(name);
  const two = `${name} ${values[1]}`;
  return byName.get(`${two} ${values[2]}`) ?? byName.get(two) ?? byName.get(name);
}
