import type { ShellWord } from "../shell/shell-word.ts";

/** The words after a program's name. */
export class CommandArguments {
  readonly words: readonly ShellWord[];
  readonly values: readonly (string | undefined)[];
  readonly #exists: (path: string) => boolean;

  /** `exists`: whether a path exists, as seen from the folder the command runs in. */
  constructor(words: readonly ShellWord[], exists: (path: string) => boolean = () => false) {
    this.words = words;
    this.values = words.map((word) => word.value);
    this.#exists = exists;
  }

  /** Without the first `count` words. */
  after(count: number): CommandArguments {
    return new CommandArguments(this.words.slice(count), this.#exists);
  }

  /** Whether a word is a path: it exists, or has a file extension. */
  isPath({ value }: ShellWord): boolean {
    return value !== undefined && (/\.[a-z][a-z0-9]{0,7}$/i.test(value) || this.#exists(value));
  }

  /** `-r` also within `-fr`; `--recursive` also as `--rec` or with `=`. */
  has(...options: readonly string[]): boolean {
    return this.values.some((value) => value !== undefined && options.some((option) => isOption(option, value)));
  }

  /** Words that are not options. */
  get operands(): readonly ShellWord[] {
    return this.words.filter(({ start }) => !start.startsWith("-"));
  }

  /** Whether these are the first words after any options and their possible values. */
  startsWith(path: string): boolean {
    const expected = path.split(" ");
    for (let index = 0; index < this.values.length; index += 1) {
      if (expected.every((word, offset) => this.values[index + offset] === word)) return true;
      const isOfOption = this.values[index]?.startsWith("-") || this.values[index - 1]?.startsWith("-");
      if (!isOfOption) return false;
    }
    return false;
  }
}

function isOption(option: string, value: string): boolean {
  if (value === option) return true;
  if (option.startsWith("--")) {
    const [name = ""] = value.split("=");
    return name.length > 3 && option.startsWith(name);
  }
  return /^-[A-Za-z]+$/.test(value) && value.includes(option.slice(1));
}
