import type { TestExpression, Word } from "unbash";
import type { FactCollector } from "./fact-collector.ts";
import { walkWord } from "./walk-word.ts";

const calculating = new Set(["-eq", "-ne", "-lt", "-le", "-gt", "-ge"]);
const aboutNames = new Set(["-v", "-R"]);

/** `[[ … ]]`: it calculates on both sides of `-eq` and in the index of `-v a[i]`. */
export function walkTest(facts: FactCollector, expression: TestExpression): void {
  facts.visit();
  switch (expression.type) {
    case "TestUnary":
      if (aboutNames.has(expression.operator)) facts.doubt("it tests a variable by its name", "calculated");
      return walkWord(facts, expression.operand);
    case "TestBinary":
      if (calculating.has(expression.operator) && ![expression.left, expression.right].every(isNumber))
        facts.doubt("it calculates with variables", "calculated");
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
      facts.doubt("it tests in a way that is not known");
  }
}

function isNumber({ text }: Word): boolean {
  return /^-?\d+$/.test(text);
}
