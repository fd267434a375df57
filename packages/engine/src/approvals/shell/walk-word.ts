import type { ArithmeticExpression, ParameterExpansionPart, TestExpression, Word, WordPart } from "unbash";
import type { FactCollector } from "./fact-collector.ts";

export function walkWords(facts: FactCollector, words: readonly Word[]): void {
  for (const word of words) walkWord(facts, word);
}

/** Walks what the shell expands in a word. */
export function walkWord(facts: FactCollector, word: Word): void {
  facts.visit();
  doubtInvisibleCharacters(facts, word);
  for (const part of word.parts ?? []) walkPart(facts, part);
}

/** Invisible characters, and spaces that bash does not treat as such: what people see is not what runs. */
const invisible =
  /[\p{Cf}\u0080-\u00a0\u115f\u1160\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000\u3164\uffa0]|\u034f|\u17b4|\u17b5/u;
const quoted: ReadonlySet<string> = new Set(["SingleQuoted", "DoubleQuoted", "AnsiCQuoted", "LocaleString"]);

function doubtInvisibleCharacters(facts: FactCollector, { text, parts }: Word): void {
  if (!invisible.test(text)) return;
  const written = parts ? parts.filter(({ type }) => !quoted.has(type)).map((part) => part.text) : [text];
  const found = invisible.exec(written.join(""))?.[0].codePointAt(0);
  if (found === undefined) return;
  const code = found.toString(16).toUpperCase().padStart(4, "0");
  facts.doubt(`an invisible character or an unusual space, U+${code}, is outside quotes`, "unread");
}

export function walkPart(facts: FactCollector, part: WordPart): void {
  facts.visit();
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
    case "SimpleExpansion":
      return;
    case "DoubleQuoted":
    case "Glob":
    case "BraceExpansion":
      for (const inner of part.parts ?? []) walkPart(facts, inner);
      return;
    case "LocaleString":
    case "ExtendedGlob":
      facts.doubt(`${part.text} depends on the shell's settings`);
      for (const inner of part.parts ?? []) walkPart(facts, inner);
      return;
    case "ParameterExpansion":
      return walkParameter(facts, part);
    case "ArithmeticExpansion":
      if (part.expression) walkArithmetic(facts, part.expression);
      else facts.doubt("it contains unknown arithmetic", "hidden");
      return;
    case "CommandExpansion":
    case "ProcessSubstitution":
      if (part.script) facts.enter(part.script);
      else facts.doubt(`${part.text} cannot be parsed`, "unread");
      return;
    default:
      facts.doubt("a word contains unknown syntax", "unread");
  }
}

/** Certain only if it does nothing but yield text. */
function walkParameter(facts: FactCollector, part: ParameterExpansionPart): void {
  const { prefix, index, operation, text } = part;
  if (prefix === "!" || index !== undefined) facts.doubt(`${text} accesses a variable indirectly`, "calculated");
  if (index) walkWord(facts, index);
  switch (operation?.type) {
    case undefined:
      return;
    case "Default":
      if (operation.operator.endsWith("=")) facts.doubt(`${text} sets a variable`);
      return walkWord(facts, operation.operand);
    case "Remove":
      return walkWord(facts, operation.operand);
    case "Replace":
      walkWord(facts, operation.pattern);
      return walkWord(facts, operation.replacement);
    case "CaseModification":
      if (operation.operand) walkWord(facts, operation.operand);
      return;
    case "Slice":
      facts.doubt(`${text} uses arithmetic`, "calculated");
      walkWord(facts, operation.offset);
      if (operation.length) walkWord(facts, operation.length);
      return;
    case "Transform":
      facts.doubt(`${text} may run the value of the variable`, "hidden");
      return walkWord(facts, operation.operand);
    case "Names":
    case "Unknown":
      facts.doubt(`${text} is unknown syntax`);
  }
}

/** Certain only for numbers: the values of names are evaluated again, and may run a command. */
export function walkArithmetic(facts: FactCollector, expression: ArithmeticExpression): void {
  facts.visit();
  switch (expression.type) {
    case "ArithmeticBinary":
      walkArithmetic(facts, expression.left);
      return walkArithmetic(facts, expression.right);
    case "ArithmeticUnary":
      return walkArithmetic(facts, expression.operand);
    case "ArithmeticTernary":
      for (const part of [expression.test, expression.consequent, expression.alternate]) walkArithmetic(facts, part);
      return;
    case "ArithmeticGroup":
      return walkArithmetic(facts, expression.expression);
    case "ArithmeticWord":
      if (!/^\d+$/.test(expression.value)) facts.doubt("it uses arithmetic on variables", "calculated");
      for (const part of expression.parts ?? []) walkPart(facts, part);
      return;
    case "ArithmeticCommandExpansion":
      facts.doubt("it uses arithmetic on the output of a command", "hidden");
      if (expression.script) facts.enter(expression.script);
      return;
    default:
      facts.doubt("it contains unknown arithmetic", "hidden");
  }
}

const arithmeticOperators = new Set(["-eq", "-ne", "-lt", "-le", "-gt", "-ge"]);
const nameOperators = new Set(["-v", "-R"]);

/** `[[ … ]]`: arithmetic is evaluated on both sides of `-eq`, and in the index of `-v a[i]`. */
export function walkTest(facts: FactCollector, expression: TestExpression): void {
  facts.visit();
  switch (expression.type) {
    case "TestUnary":
      if (nameOperators.has(expression.operator)) facts.doubt("it tests a variable by name", "calculated");
      return walkWord(facts, expression.operand);
    case "TestBinary":
      if (arithmeticOperators.has(expression.operator) && ![expression.left, expression.right].every(isNumber))
        facts.doubt("it uses arithmetic on variables", "calculated");
      walkWord(facts, expression.left);
      return walkWord(facts, expression.right);
    case "TestLogical":
      for (const operand of expression.operands) walkTest(facts, operand);
      return;
    case "TestNot":
      return walkTest(facts, expression.operand);
    case "TestGroup":
      return walkTest(facts, expression.expression);
    default:
      facts.doubt("it contains an unknown test");
  }
}

function isNumber({ text }: Word): boolean {
  return /^-?\d+$/.test(text);
}
