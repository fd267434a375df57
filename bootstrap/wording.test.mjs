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
| \`-helper\\.ts\`                  | a precise noun           |
`);

it("finds words of the table, with their location and replacement", () => {
  expect(wordingViolations(rules, "src/a.ts", "// fine\nawait askPolitely();\nthe lock was let go\n")).toEqual([
    'src/a.ts:2: "askPolitely": write requireApproval, release',
    'src/a.ts:3: "was let go": write requireApproval, release',
  ]);
});

it("finds words in file names", () => {
  expect(wordingViolations(rules, "src/undo-helper.ts", "")).toEqual([
    'src/undo-helper.ts: "-helper.ts": write a precise noun',
  ]);
});

it("ignores quoted words and other tables", () => {
  expect(wordingViolations(rules, "src/b.ts", "const places = job;")).toEqual([]);
});

it("rejects a glossary without the table", () => {
  expect(() => wordingRules("# Glossary")).toThrow("no section named Wording");
});
