import type { SimpleCommand } from "../shell/command-facts.ts";
import { nameOf } from "../shell/program-name.ts";

const interpreter = /^(python[\d.]*|node|bun|deno|perl|ruby|php|lua|Rscript)$/;
/** One pass, whatever the text. */
const destructiveCode =
  /\b(rmtree|removedirs|rimraf|rm_rf?|remove_tree)\b|\brm(dir)?(Sync)?\s?\([^)]{0,200}recursive|\brm\s+-[a-z]{0,9}r|\bdrop\s+(table|database|schema)\b|\breset\W{1,9}hard\b/i;

/** Looks for code that destroys in programs that are handed it at once: in a word, or in a text that they read. */
export class CodeReader {
  readonly #inputs: readonly string[];
  #isInInputs: boolean | undefined;

  constructor(inputs: readonly string[]) {
    this.#inputs = inputs;
  }

  why({ words, isFed }: SimpleCommand): string | undefined {
    const [first] = words;
    const name = first && nameOf(first);
    if (name === undefined || !interpreter.test(name)) return undefined;
    const isFound = words.some(({ value, text }) => destructiveCode.test(value ?? text)) || (isFed && this.#areInputs);
    return isFound ? "its code removes whole folders or data" : undefined;
  }

  /** The same for every program of a command line. */
  get #areInputs(): boolean {
    this.#isInInputs ??= this.#inputs.some((text) => destructiveCode.test(text));
    return this.#isInInputs;
  }
}
