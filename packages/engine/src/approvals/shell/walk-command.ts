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

export interface CommandPlace {
  /** Its input comes from a pipe or a text. */
  readonly isFed: boolean;
  /** Runs beside others, in a pipe or in the background. */
  readonly isBeside: boolean;
}

export function walkSimpleCommand(facts: FactCollector, node: Command, place: CommandPlace): void {
  doubtGaps(facts, node);
  for (const child of node.prefix)
    if (child.type === "Assignment") walkAssignment(facts, child, node.name !== undefined);
  const { redirects } = node;
  if (redirects.length > 0) walkRedirections(facts, redirects, isSilent(node));
  if (!node.name) return;
  walkWord(facts, node.name);
  const words = [readWord(node.name)];
  for (const argument of node.args) words.push(walkArgument(facts, argument));
  addWords(facts, words, redirects.length > 0 ? fedBy(redirects, place) : place);
}

/** A command with its texts: one that is known whole may be a script. */
function fedBy(redirects: readonly Redirection[], place: CommandPlace): Given {
  const texts = redirects.filter((redirect) => redirect.type !== "Redirect");
  const [given] = texts;
  const script = texts.length === 1 && given?.type === "HereDoc" && !given.body.parts ? given.body.text : undefined;
  const isFed = place.isFed || redirects.some((redirect) => redirect.type !== "Redirect" || redirect.operator === "<");
  return { ...place, isFed, script };
}

/** How files are emptied: `> a`, `: > a`, `cat /dev/null > a`, `echo -n > a`. */
function isSilent({ name, args }: Command): boolean {
  const words = [name?.text ?? "", ...args.map(({ text }) => text)].join(" ").trim();
  return /^(|:|true|cat \/dev\/null|echo -n( ""| '')?|printf (""|''))$/.test(words);
}

/** The parser passes over some of what bash refuses: between two parts there must be nothing but blanks. */
function doubtGaps(facts: FactCollector, { pos, prefix, name, suffix }: Command): void {
  let at = pos;
  const pass = (child: { readonly pos: number; readonly end: number }): void => {
    if (child.pos > at && !facts.isBlank(at, child.pos)) facts.doubt("it is not valid for bash", "unread");
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
  if (index || value.type === "ArrayValue") facts.doubt(`${name} is set as a list`);
  if (index) walkWord(facts, index);
  if (value.type === "Word") walkWord(facts, value);
  else walkWords(facts, value.elements);
}

/** Nothing that a calculation, or an expansion of it, would take for a command. */
export function isPlainText(text: string): boolean {
  return /^[\w./:,=@%+{}-]*$/.test(text.replace(/^(["'])([^"']*)\1$/, "$2"));
}

interface Given extends CommandPlace {
  /** The text it reads as its input, when that is known. */
  readonly script?: string;
}

/** Adds a command and, when it runs others, those too. */
function addWords(facts: FactCollector, words: readonly ShellWord[], given: Given): void {
  facts.visit();
  const [name] = words;
  if (!name) return;
  const found = unwrap(words, given.script);
  const { isFed, isBeside } = given;
  const text = words.length === 1 ? name.text : words.map((word) => word.text).join(" ");
  const hides = whyHidden(words, isFed);
  const command = facts.addCommand(
    {
      words,
      text,
      isFed,
      hides,
      ...(found && { wrapper: found.wrapper, isInnerFixed: found.isInnerFixed }),
    },
    isBeside,
  );
  const alteration = alterations(words);
  if (alteration !== undefined) facts.doubt(alteration.what, alteration.kind);
  if (name.value === "cd" || name.value === "pushd")
    facts.moveTo(words.slice(1).find((word) => !/^-./.test(word.start)));
  if (name.value === "popd") facts.moveTo(undefined);
  if (found) addUnwrapped(facts, command, found, given);
}

function addUnwrapped(facts: FactCollector, command: SimpleCommand, found: Unwrapped, given: Given): void {
  for (const doubt of found.doubts) facts.doubt(doubt, "hidden");
  for (const { name, text } of found.assignments)
    facts.addAssignment({ name, text, forCommand: true, isPlain: isPlainText(text) });
  if (found.inner.length > 0)
    facts.within(command, () => {
      for (const inner of found.inner) addInner(facts, inner, given);
    });
}

function addInner(facts: FactCollector, inner: Inner, place: CommandPlace): void {
  if (typeof inner !== "string") return addWords(facts, inner, { isFed: place.isFed, isBeside: place.isBeside });
  const reason = whyNotParsed(inner);
  if (reason === undefined) facts.enter(facts.parse(inner), inner);
  else facts.doubt(`a command within it cannot be judged: ${reason}`, "unread");
}
