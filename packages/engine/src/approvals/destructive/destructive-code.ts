import type { SimpleCommand } from "../shell/command-facts.ts";
import { nameOf } from "../shell/program-name.ts";

const interpreter = /^(python[\d.]*|node|bun|deno|perl|ruby|php|lua|Rscript)$/;
const destructiveCode =
  /\brmtree\b|\bremovedirs\b|\brimraf\b|\brm_rf?\b|\bremove_tree\b|\brm(dir)?(Sync)?\s*\([^)]*recursive|\brm\s+-[a-z]*r|\bdrop\s+(table|database|schema)\b|\breset\W+--hard\b/i;
const longestText = 64 * 1024;

/** What a program that is handed its code at once would destroy, by the calls that are known for that. */
export function whyCode({ words, isFed }: SimpleCommand, inputs: readonly string[]): string | undefined {
  const [first, ...args] = words;
  const name = first && nameOf(first);
  if (name === undefined || !interpreter.test(name)) return undefined;
  const texts = [...args.map(({ value, text }) => value ?? text), ...(isFed ? inputs : [])];
  const isFound = texts.some((text) => destructiveCode.test(text.slice(0, longestText)));
  return isFound ? "its code removes whole folders or data" : undefined;
}
