import type { AndOr, CommandNode, CompoundList, ParsedScript, Pipeline, Statement } from "unbash";
import type { CommandFacts } from "./command-facts.ts";
import { FactCollector } from "./fact-collector.ts";
import { type ParseShell, whyNotParsed } from "./parse-shell.ts";
import { type CommandPosition, isPlainText, walkSimpleCommand } from "./walk-command.ts";
import { walkRedirections } from "./walk-redirection.ts";
import { walkArithmetic, walkTest, walkWord, walkWords } from "./walk-word.ts";

/** What a command line would do if bash ran it in a folder. Never throws: what cannot be parsed becomes a doubt. */
export function readCommand(parse: ParseShell, source: string, folder = "."): CommandFacts {
  const facts = new FactCollector({ parse, walk: walkScript, folder });
  const reason = whyNotParsed(source);
  if (reason === undefined) readScript(facts, source);
  else facts.doubt(`it cannot be parsed: ${reason}`, "unread");
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
  if (script.errors && script.errors.length > 0) facts.doubt("it is not valid bash", "unread");
  const last = script.commands.at(-1);
  const rest = facts.between(last?.end ?? script.pos, script.end).replace(/(^|\s)#[^\n]*/g, "");
  // Here-documents follow the last command.
  if (/[^\s;&\\]/.test(rest) && !facts.between(script.pos, script.end).includes("<<"))
    facts.doubt("it is not valid bash", "unread");
  walkList(facts, script.commands);
}

function walkList(facts: FactCollector, statements: readonly Statement[]): void {
  for (const { command, background } of statements) walkNode(facts, command, background ? concurrent : alone);
}

const alone: CommandPosition = { hasInput: false, isConcurrent: false };
const concurrent: CommandPosition = { hasInput: false, isConcurrent: true };

type Node = Statement["command"] | CompoundList;

function walkNode(facts: FactCollector, node: Node, position: CommandPosition): void {
  facts.visit();
  if (node.type === "CompoundList") return walkList(facts, node.commands);
  if (node.type === "AndOr") return walkAndOr(facts, node, position);
  if (node.type === "Pipeline") return walkPipeline(facts, node, position);
  return walkCommandNode(facts, node, position);
}

function walkAndOr(facts: FactCollector, node: AndOr, position: CommandPosition): void {
  for (const command of node.commands) walkNode(facts, command, position);
}

function walkPipeline(facts: FactCollector, node: Pipeline, { hasInput, isConcurrent }: CommandPosition): void {
  for (const [index, command] of node.commands.entries())
    walkCommandNode(facts, command, {
      hasInput: hasInput || index > 0,
      isConcurrent: isConcurrent || node.commands.length > 1,
    });
}

function walkCommandNode(facts: FactCollector, node: CommandNode, position: CommandPosition): void {
  facts.visit();
  switch (node.type) {
    case "Command":
      return walkSimpleCommand(facts, node, position);
    case "Redirected":
      walkRedirections(facts, node.redirects);
      return walkCommandNode(facts, node.command, { ...position, hasInput: true });
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
      facts.doubt("it contains unknown syntax", "unread");
  }
}

type Doubtful = Extract<
  CommandNode,
  { type: "Function" | "Coproc" | "Select" | "ArithmeticFor" | "ArithmeticCommand" }
>;

/** Not covered by any rule, but walked all the same: it may contain what a rule denies. */
function walkDoubtful(facts: FactCollector, node: Doubtful): void {
  switch (node.type) {
    case "Function":
      facts.doubt(`it defines a function, ${node.name.text}`);
      return facts.inFunction(node.name.value, () => walkNode(facts, node.body, alone));
    case "Coproc":
      facts.doubt("it starts a coprocess");
      return walkNode(facts, node.body, { hasInput: true, isConcurrent: true });
    case "Select":
      facts.doubt("it uses select");
      walkWords(facts, node.wordlist ?? []);
      return walkList(facts, node.body.commands);
    case "ArithmeticFor":
      facts.doubt("it uses shell arithmetic");
      for (const part of [node.initialize, node.test, node.update]) if (part) walkArithmetic(facts, part);
      return walkList(facts, node.body.commands);
    case "ArithmeticCommand":
      facts.doubt("it uses shell arithmetic");
      if (node.expression) walkArithmetic(facts, node.expression);
      return;
    default:
      facts.doubt("it contains unknown syntax", "unread");
  }
}
