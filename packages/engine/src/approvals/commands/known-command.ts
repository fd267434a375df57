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
