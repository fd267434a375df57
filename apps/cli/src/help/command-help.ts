/** What `--help` says about a command, as data: for shell completion, the man page and the reference of commands. */
export interface CommandHelp {
  readonly name: string;
  /** One line, as in `roo --help`; of a subcommand, the first sentence of `about`. */
  readonly summary: string;
  /** `roo tasks show TASK`. */
  readonly usage: string;
  /** What it does; of a family, its list of subcommands. May have several lines. */
  readonly about: string;
  readonly flags: readonly FlagHelp[];
  readonly commands: readonly CommandHelp[];
}

export interface FlagHelp {
  readonly name: string;
  readonly about: string;
  /** Absent for switches. Several words separated by `|` are the values it takes. */
  readonly placeholder?: string;
}

/** In place of arguments: makes a command throw its description instead of running. Cannot be typed: it contains a NUL. */
export const describeArgument = "\0describe";

type Run = (args: readonly string[]) => Promise<number>;

/** Thrown by a command that was called with `describeArgument`. */
export class CommandDescription extends Error {
  readonly usage: string;
  readonly about: string;
  readonly flags: readonly FlagHelp[];
  readonly commands: Readonly<Record<string, Run>>;

  constructor(description: Partial<CommandDescription> & { readonly usage: string }) {
    super("described");
    this.usage = description.usage;
    this.about = description.about ?? "";
    this.flags = description.flags ?? [];
    this.commands = description.commands ?? {};
  }
}

/** The values of a flag such as `text|json`; undefined if it takes other ones. */
export function choicesOf({ placeholder = "" }: FlagHelp): readonly string[] | undefined {
  return /^[a-z][\w-]*(\|[a-z][\w-]*)+$/.test(placeholder) ? placeholder.split("|") : undefined;
}

/** Whether a flag takes a path. */
export function takesPath({ placeholder = "" }: FlagHelp): boolean {
  return /^(FILE|DIR|PATH)$/.test(placeholder);
}
