import { expect, it } from "vitest";
import { wordingRules, wordingViolations } from "./wording.mjs";

const rules = wordingRules(`# Glossary

| word | means | not  |
| ---- | ----- | ---- |
| task | work  | \`job\` |

## Wording

| instead of                     | write                    |
| ------------------------------ | ------------------------ |
| \`askPolitely\`, \`(is\\|was) let go\` | \`requireApproval\`, release |
| "places"                       | paths                    |
| \`-words\\.ts\`                   | format-*                 |
`);

it("finds the words of the table, and says where and what to write instead", () => {
  expect(wordingViolations(rules, "src/a.ts", "// fine\nawait askPolitely();\nthe lock was let go\n")).toEqual([
    'src/a.ts:2: "askPolitely": write requireApproval, release',
    'src/a.ts:3: "was let go": write requireApproval, release',
  ]);
});

it("finds them in file names", () => {
  expect(wordingViolations(rules, "src/undo-words.ts", "")).toEqual(['src/undo-words.ts: "-words.ts": write format-*']);
});

it("leaves to readers what is only quoted, and other tables", () => {
  expect(wordingViolations(rules, "src/b.ts", "const places = job;")).toEqual([]);
});

it("refuses a glossary without its table", () => {
  expect(() => wordingRules("# Glossary")).toThrow("no section named Wording");
});
