import type { AndOr, CommandNode, CompoundList, ParsedScript, Pipeline, Statement } from "unbash";
import type { CommandFacts } from "./command-facts.ts";
import { FactCollector } from "./fact-collector.ts";
import { type ParseShell, whyNotParsed } from "./parse-shell.ts";
import { type CommandPlace, isPlainText, walkSimpleCommand } from "./walk-command.ts";
import { walkRedirections } from "./walk-redirection.ts";
import { walkArithmetic, walkTest, walkWord, walkWords } from "./walk-word.ts";

/** What a command line would do when bash runs it in a folder. Never throws: what it does not understand is a doubt. */
export function readCommand(parse: ParseShell, source: string, folder = "."): CommandFacts {
  const facts = new FactCollector({ parse, walk: walkScript, folder });
  const reason = whyNotParsed(source);
  if (reason === undefined) readScript(facts, source);
  else facts.doubt(`it cannot be judged: ${reason}`, "unread");
  return facts.result();
}

function readScript(facts: FactCollector, source: string): void {
  try {
    facts.enter(facts.parse(source), source);
  } catch {
    facts.doubt("it cannot be parsed", "unread");
  }
}

function walkScript(facts: FactCollector, script: ParsedScript): void {
  if (script.errors && script.errors.length > 0) facts.doubt("it is not valid for bash", "unread");
  const last = script.commands.at(-1);
  const rest = facts.between(last?.end ?? script.pos, script.end).replace(/(^|\s)#[^\n]*/g, "");
  // Here-documents come after the last command.
  if (/[^\s;&\\]/.test(rest) && !facts.between(script.pos, script.end).includes("<<"))
    facts.doubt("it is not valid for bash", "unread");
  walkList(facts, script.commands);
}

function walkList(facts: FactCollector, statements: readonly Statement[]): void {
  for (const { command, background } of statements) walkNode(facts, command, background ? beside : alone);
}

const alone: CommandPlace = { isFed: false, isBeside: false };
const beside: CommandPlace = { isFed: false, isBeside: true };

type Node = Statement["command"] | CompoundList;

function walkNode(facts: FactCollector, node: Node, place: CommandPlace): void {
  facts.visit();
  if (node.type === "CompoundList") return walkList(facts, node.commands);
  if (node.type === "AndOr") return walkAndOr(facts, node, place);
  if (node.type === "Pipeline") return walkPipeline(facts, node, place);
  return walkCommandNode(facts, node, place);
}

function walkAndOr(facts: FactCollector, node: AndOr, place: CommandPlace): void {
  for (const command of node.commands) walkNode(facts, command, place);
}

function walkPipeline(facts: FactCollector, node: Pipeline, { isFed, isBeside }: CommandPlace): void {
  for (const [index, command] of node.commands.entries())
    walkCommandNode(facts, command, {
      isFed: isFed || index > 0,
      isBeside: isBeside || node.commands.length > 1,
    });
}

function walkCommandNode(facts: FactCollector, node: CommandNode, place: CommandPlace): void {
  facts.visit();
  switch (node.type) {
    case "Command":
      return walkSimpleCommand(facts, node, place);
    case "Redirected":
      walkRedirections(facts, node.redirects);
      return walkCommandNode(facts, node.command, { ...place, isFed: true });
    case "Subshell":
    case "BraceGroup":
      return walkList(facts, node.body.commands);
    case "If":
      for (const { clause, then: body } of [node, ...node.elif]) {
        walkList(facts, clause.commands);
        walkList(facts, body.commands);
      }
      return walkList(facts, node.else?.commands ?? []);
    case "While":
      walkList(facts, node.clause.commands);
      return walkList(facts, node.body.commands);
    case "For":
      facts.addAssignment({
        text: `for ${node.name.text}`,
        name: node.name.text,
        forCommand: false,
        isPlain: (node.wordlist ?? []).every(({ text }) => isPlainText(text)),
      });
      walkWords(facts, node.wordlist ?? []);
      return walkList(facts, node.body.commands);
    case "Case":
      walkWord(facts, node.word);
      for (const item of node.items) {
        walkWords(facts, item.pattern);
        walkList(facts, item.body.commands);
      }
      return;
    case "TestCommand":
      return walkTest(facts, node.expression);
    case "Function":
    case "Coproc":
    case "Select":
    case "ArithmeticFor":
    case "ArithmeticCommand":
      return walkDoubtful(facts, node);
    default:
      facts.doubt("it holds something that is not known", "unread");
  }
}

type Doubtful = Extract<
  CommandNode,
  { type: "Function" | "Coproc" | "Select" | "ArithmeticFor" | "ArithmeticCommand" }
>;

/** What no rule covers. It is walked all the same: it may hold what a rule denies. */
function walkDoubtful(facts: FactCollector, node: Doubtful): void {
  switch (node.type) {
    case "Function":
      facts.doubt(`it defines a function, ${node.name.text}`);
      return facts.inFunction(node.name.value, () => walkNode(facts, node.body, alone));
    case "Coproc":
      facts.doubt("it starts a coprocess");
      return walkNode(facts, node.body, { isFed: true, isBeside: true });
    case "Select":
      facts.doubt("it asks with select");
      walkWords(facts, node.wordlist ?? []);
      return walkList(facts, node.body.commands);
    case "ArithmeticFor":
      facts.doubt("it calculates in the shell");
      for (const part of [node.initialize, node.test, node.update]) if (part) walkArithmetic(facts, part);
      return walkList(facts, node.body.commands);
    case "ArithmeticCommand":
      facts.doubt("it calculates in the shell");
      if (node.expression) walkArithmetic(facts, node.expression);
      return;
    default:
      facts.doubt("it holds something that is not known", "unread");
  }
}
