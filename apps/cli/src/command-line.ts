import { RooError } from "@roo-code/types";
import { CommandDescription, describeArgument } from "./help/command-help.ts";

/** A flag as the user sees it. Without a placeholder it is a switch. */
export interface Flag<Value> {
  readonly about: string;
  readonly placeholder?: string;
  /** Throws `InvalidValue` with what it must be. */
  readonly parse: (text: string) => Value;
  /** May be given several times. */
  readonly isRepeatable?: boolean;
}

export interface CommandLine<Flags> {
  readonly usage: string;
  readonly about: string;
  readonly flags: Flags;
  /** How many arguments besides flags; none by default. */
  readonly positionals?: { readonly min: number; readonly max: number };
}

type FlagTable = Readonly<Record<string, Flag<unknown>>>;
type Values<Flags extends FlagTable> = {
  readonly [Name in keyof Flags]: Flags[Name] extends { isRepeatable: true }
    ? ReturnType<Flags[Name]["parse"]>[]
    : ReturnType<Flags[Name]["parse"]> | undefined;
};

export interface Parsed<Flags extends FlagTable> {
  readonly flags: Values<Flags>;
  readonly positionals: readonly string[];
}

export class InvalidValue extends Error {}

/** undefined after printing the help for `--help`. Throws `RooError` `wrong_usage`. */
export function parseCommandLine<Flags extends FlagTable>(
  line: CommandLine<Flags>,
  args: readonly string[],
): Parsed<Flags> | undefined {
  if (args[0] === describeArgument) throw describe(line);
  const { values, positionals } = readArguments(line, args);
  if (values.help) {
    process.stdout.write(helpText(line));
    return undefined;
  }
  const { min, max } = line.positionals ?? { min: 0, max: 0 };
  if (positionals.length < min)
    throw wrongUsage(line, `Missing argument: ${argumentName(line.usage, positionals.length)}`);
  if (positionals.length > max)
    throw wrongUsage(line, `Unexpected argument: "${positionals[max]}". Quote an argument that contains spaces.`);
  const flags = Object.entries(line.flags).map(([name, flag]) => [name, parseValue(line, name, flag, values[name])]);
  // The table gave the keys and each flag's own parser its value.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { flags: Object.fromEntries(flags) as Values<Flags>, positionals };
}

/** The name of a required argument in a usage line such as `roo tasks fork TASK --at N [flags]`. */
function argumentName(usage: string, index: number): string {
  const required = usage.replaceAll(/\[[^\]]*\]|--[\w-]+ \w+/g, "").match(/<[^>]+>|\b[A-Z]{2,}\b/g) ?? [];
  return required[Math.min(index, required.length - 1)] ?? "";
}

function readArguments(
  line: CommandLine<FlagTable>,
  args: readonly string[],
): { values: Record<string, unknown>; positionals: string[] } {
  // Not imported: that would also load all that node:util offers lazily.
  const { parseArgs } = process.getBuiltinModule("node:util");
  const options = Object.fromEntries(
    Object.entries(line.flags).map(([name, { placeholder, isRepeatable = false }]) => [
      name,
      { type: placeholder ? ("string" as const) : ("boolean" as const), multiple: isRepeatable },
    ]),
  );
  try {
    return parseArgs({
      args: [...args],
      options: { ...options, help: { type: "boolean", short: "h" } },
      allowPositionals: true,
    });
  } catch (error) {
    throw wrongUsage(line, error instanceof Error ? firstSentence(error.message) : String(error));
  }
}

/** Node appends advice about quoting that does not apply here. */
function firstSentence(message: string): string {
  return `${message.split(/\.(?:\s|$)/, 1)[0]}.`;
}

function parseValue(line: CommandLine<FlagTable>, name: string, flag: Flag<unknown>, value: unknown): unknown {
  const texts = (Array.isArray(value) ? value : [value]).filter((item) => item !== undefined).map(String);
  try {
    const parsed = texts.map((text) => flag.parse(text));
    return flag.isRepeatable ? parsed : parsed.at(-1);
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
    throw wrongUsage(line, `--${name} ${texts.at(-1)}: ${error.message}`);
  }
}

function wrongUsage(line: CommandLine<FlagTable>, message: string): RooError {
  return new RooError({ code: "wrong_usage", message, next: `${line.usage}   (see --help)` });
}

function describe({ usage, about, flags }: CommandLine<FlagTable>): CommandDescription {
  const described = Object.entries(flags).map(([name, flag]) => ({
    name,
    about: flag.about,
    ...(flag.placeholder === undefined ? {} : { placeholder: flag.placeholder }),
  }));
  return new CommandDescription({ usage, about, flags: described });
}

function helpText({ usage, about, flags }: CommandLine<FlagTable>): string {
  const names = Object.entries(flags).map(([name, { placeholder }]) =>
    placeholder ? `--${name} ${placeholder}` : `--${name}`,
  );
  const width = Math.max(...names.map((name) => name.length), 6);
  const rows = Object.values(flags).map((flag, index) => `  ${(names[index] ?? "").padEnd(width)}  ${flag.about}`);
  return `${usage}\n\n${about}\n\n${[...rows, `  ${"--help".padEnd(width)}  show this help`].join("\n")}\n`;
}
