import type { Assignment, Command, Redirection, Word } from "unbash";
import { alterations } from "./alterations.ts";
import type { SimpleCommand } from "./command-facts.ts";
import type { FactCollector } from "./fact-collector.ts";
import { whyHidden } from "./hidden-code.ts";
import { whyNotParsed } from "./parse-shell.ts";
import { readWord, type ShellWord } from "./shell-word.ts";
import { unwrap } from "./unwrap.ts";
import type { Inner, Unwrapped } from "./unwrap-shell.ts";
import { walkRedirections } from "./walk-redirection.ts";
import { walkWord, walkWords } from "./walk-word.ts";

export interface CommandPosition {
  /** Its input comes from a pipe or a here-document. */
  readonly hasInput: boolean;
  /** Runs concurrently with others, in a pipe or in the background. */
  readonly isConcurrent: boolean;
}

export function walkSimpleCommand(facts: FactCollector, node: Command, position: CommandPosition): void {
  doubtGaps(facts, node);
  for (const child of node.prefix)
    if (child.type === "Assignment") walkAssignment(facts, child, node.name !== undefined);
  const { redirects } = node;
  if (redirects.length > 0) walkRedirections(facts, redirects, isSilent(node));
  if (!node.name) return;
  walkWord(facts, node.name);
  const words = [readWord(node.name)];
  for (const argument of node.args) words.push(walkArgument(facts, argument));
  addWords(facts, words, redirects.length > 0 ? withInput(redirects, position) : position);
}

/** The input of a command; a single literal here-document may be a script. */
function withInput(redirects: readonly Redirection[], position: CommandPosition): CommandInput {
  const texts = redirects.filter((redirect) => redirect.type !== "Redirect");
  const [input] = texts;
  const script = texts.length === 1 && input?.type === "HereDoc" && !input.body.parts ? input.body.text : undefined;
  const hasInput =
    position.hasInput || redirects.some((redirect) => redirect.type !== "Redirect" || redirect.operator === "<");
  return { ...position, hasInput, script };
}

/** Whether it prints nothing, so that a redirection truncates: `> a`, `: > a`, `cat /dev/null > a`, `echo -n > a`. */
function isSilent({ name, args }: Command): boolean {
  const words = [name?.text ?? "", ...args.map(({ text }) => text)].join(" ").trim();
  return /^(|:|true|cat \/dev\/null|echo -n( ""| '')?|printf (""|''))$/.test(words);
}

/** The parser skips some syntax errors: between two parts there must be only blanks. */
function doubtGaps(facts: FactCollector, { pos, prefix, name, suffix }: Command): void {
  let at = pos;
  const pass = (child: { readonly pos: number; readonly end: number }): void => {
    if (child.pos > at && !facts.isBlank(at, child.pos)) facts.doubt("it is not valid bash", "unread");
    at = Math.max(at, child.end);
  };
  prefix.forEach(pass);
  if (name) pass(name);
  suffix.forEach(pass);
}

function walkArgument(facts: FactCollector, argument: Word | Assignment): ShellWord {
  if (argument.type === "Word") {
    walkWord(facts, argument);
    return readWord(argument);
  }
  walkAssignment(facts, argument, true);
  const value = argument.value.type === "Word" ? readWord(argument.value) : undefined;
  const known = value?.value === undefined ? undefined : argument.text.replace(/=.*$/s, `=${value.value}`);
  return {
    text: argument.text,
    value: known,
    isPlain: known === argument.text,
    start: `${argument.name}=`,
    isSplit: value === undefined,
  };
}

function walkAssignment(facts: FactCollector, { name, text, value, index }: Assignment, forCommand: boolean): void {
  const isPlain = value.type === "Word" && isPlainText(value.text);
  facts.addAssignment({ name, text, forCommand, isPlain });
  if (index || value.type === "ArrayValue") facts.doubt(`${name} is set as an array`);
  if (index) walkWord(facts, index);
  if (value.type === "Word") walkWord(facts, value);
  else walkWords(facts, value.elements);
}

/** Whether it contains nothing that arithmetic or an expansion could run as a command. */
export function isPlainText(text: string): boolean {
  return /^[\w./:,=@%+{}-]*$/.test(text.replace(/^(["'])([^"']*)\1$/, "$2"));
}

interface CommandInput extends CommandPosition {
  /** The text it reads as input, if known. */
  readonly script?: string;
}

/** Adds a command, and the commands that it runs. */
function addWords(facts: FactCollector, words: readonly ShellWord[], input: CommandInput): void {
  facts.visit();
  const [name] = words;
  if (!name) return;
  const unwrapped = unwrap(words, input.script);
  const { hasInput, isConcurrent } = input;
  const text = words.length === 1 ? name.text : words.map((word) => word.text).join(" ");
  const hides = whyHidden(words, hasInput);
  const command = facts.addCommand(
    {
      words,
      text,
      hasInput,
      hides,
      ...(unwrapped && { wrapper: unwrapped.wrapper, isInnerFixed: unwrapped.isInnerFixed }),
    },
    isConcurrent,
  );
  const alteration = alterations(words);
  if (alteration !== undefined) facts.doubt(alteration.what, alteration.kind);
  if (name.value === "cd" || name.value === "pushd")
    facts.moveTo(words.slice(1).find((word) => !/^-./.test(word.start)));
  if (name.value === "popd") facts.moveTo(undefined);
  if (unwrapped) addUnwrapped(facts, command, unwrapped, input);
}

function addUnwrapped(facts: FactCollector, command: SimpleCommand, unwrapped: Unwrapped, input: CommandInput): void {
  for (const doubt of unwrapped.doubts) facts.doubt(doubt, "hidden");
  for (const { name, text } of unwrapped.assignments)
    facts.addAssignment({ name, text, forCommand: true, isPlain: isPlainText(text) });
  if (unwrapped.inner.length > 0)
    facts.within(command, () => {
      for (const inner of unwrapped.inner) addInner(facts, inner, input);
    });
}

function addInner(facts: FactCollector, inner: Inner, position: CommandPosition): void {
  if (typeof inner !== "string")
    return addWords(facts, inner, { hasInput: position.hasInput, isConcurrent: position.isConcurrent });
  const reason = whyNotParsed(inner);
  if (reason === undefined) facts.enter(facts.parse(inner), inner);
  else facts.doubt(`a nested command cannot be parsed: ${reason}`, "unread");
}
