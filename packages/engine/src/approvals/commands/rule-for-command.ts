import type { ApprovalRule } from "@roo-code/types";
import type { ProgramPlace } from "../places.ts";
import type { SimpleCommand } from "../shell/command-facts.ts";
import { allowableName } from "../shell/program-name.ts";
import { findKnown } from "./known-commands.ts";
import { writeRuleWords } from "./rule-words.ts";

/** Programs that run what they read: the words do not say what that is. */
const interpreters =
  /^(ba|da|z|k|fi|mk)?sh$|^(python[\d.]*|node|bun|deno|perl|ruby|php|lua|psql|mysql|sqlite3|ssh|tclsh|Rscript|xargs|parallel)$/;

/** The rule that allows exactly these words, of a program that is a file of its own by that file; undefined where there is none. */
export function ruleForCommand(
  { words, isFed, isInnerFixed }: SimpleCommand,
  { isOwn, path }: ProgramPlace,
): ApprovalRule | undefined {
  const [first, ...args] = words;
  const name = isOwn ? path && (path.includes("/") ? path : `./${path}`) : first && allowableName(first);
  const values = args.map(({ value }) => value);
  if (name === undefined || isInnerFixed === false || (isFed && interpreters.test(name))) return undefined;
  if (!values.every((value) => value !== undefined)) return undefined;
  const command = writeRuleWords([name, ...values]);
  if (command === undefined) return undefined;
  // The name alone would allow all uses that only read.
  const isName = findKnown(name, words)?.name === command;
  return { action: "allow", kind: "command", command, ...(isName && { forbid: ["*"] }) };
}
