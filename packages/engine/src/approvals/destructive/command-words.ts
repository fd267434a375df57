import type { ShellWord } from "../shell/shell-word.ts";

/** The words after a program's name, as questions about destruction are put to them. */
export class CommandWords {
  readonly words: readonly ShellWord[];
  readonly values: readonly (string | undefined)[];
  readonly #exists: (path: string) => boolean;

  /** `exists`: whether something is there by a path, as seen from where the command runs. */
  constructor(words: readonly ShellWord[], exists: (path: string) => boolean = () => false) {
    this.words = words;
    this.values = words.map((word) => word.value);
    this.#exists = exists;
  }

  /** The words after so many. */
  after(count: number): CommandWords {
    return new CommandWords(this.words.slice(count), this.#exists);
  }

  /** Whether a word names a file or a folder: by what is there, or by its ending. */
  isPath({ value }: ShellWord): boolean {
    return value !== undefined && (/\.[a-z][a-z0-9]{0,7}$/i.test(value) || this.#exists(value));
  }

  /** `-r` also within `-fr`; `--recursive` also as `--rec` or with `=`. */
  has(...options: readonly string[]): boolean {
    return this.values.some((value) => value !== undefined && options.some((option) => isOption(option, value)));
  }

  /** Words that are no options. */
  get operands(): readonly ShellWord[] {
    return this.words.filter(({ start }) => !start.startsWith("-"));
  }

  /** Whether the first words, after options and what may be their values, are these. */
  startsWith(path: string): boolean {
    const wanted = path.split(" ");
    for (let index = 0; index < this.values.length; index += 1) {
      if (wanted.every((word, offset) => this.values[index + offset] === word)) return true;
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
