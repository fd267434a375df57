import { RooError } from "@roo-code/types";

/** A flag as the user sees it. Without a placeholder it is a switch. */
export interface Flag<Value> {
  readonly about: string;
  readonly placeholder?: string;
  /** Throws `WrongValue` with what it must be. */
  readonly parse: (text: string) => Value;
  /** Given several times, each counts. */
  readonly isMany?: boolean;
}

export interface CommandLine<Flags> {
  readonly usage: string;
  readonly about: string;
  readonly flags: Flags;
  /** How many words may stand beside the flags. */
  readonly words: { readonly least: number; readonly most: number };
}

type FlagTable = Readonly<Record<string, Flag<unknown>>>;
type Values<Flags extends FlagTable> = {
  readonly [Name in keyof Flags]: Flags[Name] extends { isMany: true }
    ? ReturnType<Flags[Name]["parse"]>[]
    : ReturnType<Flags[Name]["parse"]> | undefined;
};

export interface Parsed<Flags extends FlagTable> {
  readonly flags: Values<Flags>;
  readonly words: readonly string[];
}

export class WrongValue extends Error {}

/** undefined when help was asked for and has been given. Throws `RooError` `wrong_usage`. */
export function parseCommandLine<Flags extends FlagTable>(
  line: CommandLine<Flags>,
  args: readonly string[],
): Parsed<Flags> | undefined {
  const { values, positionals } = readArguments(line, args);
  if (values.help) {
    process.stdout.write(helpText(line));
    return undefined;
  }
  if (positionals.length < line.words.least || positionals.length > line.words.most) {
    throw wrongUsage(
      line,
      positionals.length < line.words.least
        ? "Something is missing."
        : `"${positionals[line.words.most]}" is one word too many; quote what belongs together.`,
    );
  }
  const flags = Object.entries(line.flags).map(([name, flag]) => [name, parseValue(line, name, flag, values[name])]);
  // The table gave the keys and each flag's own parser its value.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { flags: Object.fromEntries(flags) as Values<Flags>, words: positionals };
}

function readArguments(
  line: CommandLine<FlagTable>,
  args: readonly string[],
): { values: Record<string, unknown>; positionals: string[] } {
  // Not imported: that would also load all that node:util offers lazily.
  const { parseArgs } = process.getBuiltinModule("node:util");
  const options = Object.fromEntries(
    Object.entries(line.flags).map(([name, { placeholder, isMany = false }]) => [
      name,
      { type: placeholder ? ("string" as const) : ("boolean" as const), multiple: isMany },
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

/** What follows it is advice about quoting that no user of ours needs. */
function firstSentence(message: string): string {
  return `${message.split(/\.(?:\s|$)/, 1)[0]}.`;
}

function parseValue(line: CommandLine<FlagTable>, name: string, flag: Flag<unknown>, value: unknown): unknown {
  const texts = (Array.isArray(value) ? value : [value]).filter((item) => item !== undefined).map(String);
  try {
    const parsed = texts.map((text) => flag.parse(text));
    return flag.isMany ? parsed : parsed.at(-1);
  } catch (error) {
    if (!(error instanceof WrongValue)) throw error;
    throw wrongUsage(line, `--${name} ${texts.at(-1)}: ${error.message}`);
  }
}

function wrongUsage(line: CommandLine<FlagTable>, message: string): RooError {
  return new RooError({ code: "wrong_usage", message, next: `${line.usage}   (--help says more)` });
}

function helpText({ usage, about, flags }: CommandLine<FlagTable>): string {
  const names = Object.entries(flags).map(([name, { placeholder }]) =>
    placeholder ? `--${name} ${placeholder}` : `--${name}`,
  );
  const width = Math.max(...names.map((name) => name.length), 6);
  const rows = Object.values(flags).map((flag, index) => `  ${(names[index] ?? "").padEnd(width)}  ${flag.about}`);
  return `${usage}\n\n${about}\n\n${[...rows, `  ${"--help".padEnd(width)}  this`].join("\n")}\n`;
}
