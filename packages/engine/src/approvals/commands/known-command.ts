import type { ShellWord } from "../shell/shell-word.ts";

/** A known program, or one of its subcommands. */
export interface KnownCommand {
  /** `rg`, `git log`. */
  readonly name: string;
  /** Options that make it run another program or write a file. Long ones may be abbreviated, short ones combined. */
  readonly dangerous: readonly string[];
  /** Read-only without those options: allowed by its name alone, or by `@safe`. */
  readonly isReadOnly: boolean;
  /** Options that make it follow links, or read files listed in another file. */
  readonly follows?: readonly string[];
  /** Its arguments are not file names. */
  readonly isTextOnly?: true;
  /** Read-only with these words only, for commands whose operands change something. */
  readonly onlyWith?: readonly string[];
  /** Why a word is not covered, for programs with a language of their own. */
  readonly whyNot?: (value: string) => string | undefined;
  /** The same for all words together, if their order matters. The rule names the first `named` of them. */
  readonly whyNotAll?: (values: readonly (string | undefined)[], named: number) => string | undefined;
}

/** Why a rule's `*` does not cover the words that the rule does not name; undefined if it does. */
export function whyNotCovered(options: {
  words: readonly ShellWord[];
  more: readonly ShellWord[];
  known: KnownCommand | undefined;
}): string | undefined {
  const { words, more, known } = options;
  for (const word of more) {
    const reason = word.value === undefined ? whyUnknown(word, known) : whyDangerous(word.value, known);
    if (reason !== undefined) return reason;
  }
  const named = words.length - 1 - more.length;
  return known?.whyNotAll?.(
    words.slice(1).map(({ value }) => value),
    Math.max(named, 0),
  );
}

/** An expansion must not become an option of a program with dangerous options. */
function whyUnknown({ text, start, isSplit }: ShellWord, known: KnownCommand | undefined): string | undefined {
  const option = /^(--[\w-]+)=/.exec(start)?.[1];
  if (option !== undefined && known && !isSplit) return whyDangerous(option, known);
  const mayBeOption = start.startsWith("-") || (hasDangers(known) && (start === "" || isSplit));
  return mayBeOption ? `${text} may become an option` : undefined;
}

/** An unknown program may have any option. */
function hasDangers(known: KnownCommand | undefined): boolean {
  if (!known?.isReadOnly || known.whyNot || known.whyNotAll) return true;
  return known.dangerous.length > 0;
}

function whyDangerous(value: string, known: KnownCommand | undefined): string | undefined {
  if (!known) return undefined;
  if (isOption(known.dangerous, value)) return `${value} lets ${known.name} run or write something`;
  return known.whyNot?.(value);
}

/** Long options may be abbreviated; short ones combined, or followed by their value. */
export function isOption(dangerous: readonly string[], value: string): boolean {
  if (!/^[-+]|=/.test(value)) return dangerous.includes(value);
  const [name = ""] = value.split("=", 1);
  const isShort = /^-[^-]/.test(value);
  return dangerous.some((option) => {
    if (option === name || option === value) return true;
    if (option.startsWith("--")) return name.length > 2 && option.startsWith(name);
    if (option.length === 2 && option.startsWith("-")) return isShort && value.includes(option.charAt(1));
    return /^[-+]/.test(option) && value.startsWith(option);
  });
}
