import type { ShellWord } from "../shell/shell-word.ts";

/** What is known of a program, or of one of its subcommands. */
export interface KnownCommand {
  /** `rg`, `git log`. */
  readonly name: string;
  /** Options by which it runs another program or writes a file. Long ones can be shortened, short ones be put together. */
  readonly dangerous: readonly string[];
  /** Without those it only reads, so that its name alone, or `@safe`, allows it. */
  readonly isReadOnly: boolean;
  /** Options by which it follows links, or reads files that another file names. */
  readonly follows?: readonly string[];
  /** Takes no names of files. */
  readonly isTextOnly?: true;
  /** Only with these words; for commands whose operands change something. */
  readonly onlyWith?: readonly string[];
  /** Why a word cannot be covered: for programs with a language of their own. */
  readonly whyNot?: (value: string) => string | undefined;
  /** The same for all words together, where their order counts. The first `named` were named by the rule. */
  readonly whyNotAll?: (values: readonly (string | undefined)[], named: number) => string | undefined;
}

/** Why words that a rule does not name are not covered by its `*`; undefined when they are. */
export function whyNotCovered(given: {
  words: readonly ShellWord[];
  more: readonly ShellWord[];
  known: KnownCommand | undefined;
}): string | undefined {
  const { words, more, known } = given;
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

/** An expansion must not be able to become an option, where options can do harm. */
function whyUnknown({ text, start, isSplit }: ShellWord, known: KnownCommand | undefined): string | undefined {
  const option = /^(--[\w-]+)=/.exec(start)?.[1];
  if (option !== undefined && known && !isSplit) return whyDangerous(option, known);
  const mayBeOption = start.startsWith("-") || (hasDangers(known) && (start === "" || isSplit));
  return mayBeOption ? `${text} may become an option` : undefined;
}

/** What is not known may have any option. */
function hasDangers(known: KnownCommand | undefined): boolean {
  if (!known?.isReadOnly || known.whyNot || known.whyNotAll) return true;
  return known.dangerous.length > 0;
}

function whyDangerous(value: string, known: KnownCommand | undefined): string | undefined {
  if (!known) return undefined;
  if (isOption(known.dangerous, value)) return `${value} lets ${known.name} run or write something`;
  return known.whyNot?.(value);
}

/** Long options can be shortened, short ones be put together or have their value attached. */
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
