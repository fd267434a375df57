import type { Reply } from "./scripted-model.ts";

/** A small project with a bug. */
export const shopFiles = {
  "package.json": '{ "name": "shop", "type": "module" }\n',
  "README.md": "# Shop\n\nA cart, and what it costs.\n",
  "src/cart.js": `/** What all lines cost together. */
export function total(lines) {
  let sum = 0;
  for (const line of lines) sum += line.price;
  return sum;
}
`,
  "src/cart.test.js": `import assert from "node:assert/strict";
import { test } from "node:test";
import { total } from "./cart.js";

test("counts every piece", () => {
  assert.equal(total([{ price: 2, count: 3 }]), 6);
});
`,
};

export const fixPrompt = "The total ignores how many of each there are. Fix it in @/src/cart.js and run the tests.";

/** Reads the file, changes one line, runs the tests, and completes with evidence. */
export const fixReplies: readonly Reply[] = [
  {
    reasoning: "The sum takes the price alone. First I read the file, then I change the one line.",
    text: "I will look at how the total is computed.",
    calls: [
      { name: "read_file", input: { path: "src/cart.js" } },
      { name: "update_todo_list", input: { todos: "[x] Read the cart\n[-] Multiply by the count\n[ ] Run the tests" } },
    ],
  },
  {
    text: "The loop adds `line.price` and **never multiplies** by `line.count`:\n\n```js\nfor (const line of lines) sum += line.price;\n```\n\nI change that line.",
    calls: [
      {
        name: "apply_diff",
        input: {
          path: "src/cart.js",
          diff: "<<<<<<< SEARCH\n  for (const line of lines) sum += line.price;\n=======\n  for (const line of lines) sum += line.price * line.count;\n>>>>>>> REPLACE",
        },
      },
    ],
  },
  {
    calls: [
      { name: "update_todo_list", input: { todos: "[x] Read the cart\n[x] Multiply by the count\n[-] Run the tests" } },
      { name: "execute_command", input: { command: "node --test src/cart.test.js" } },
    ],
  },
  {
    calls: [
      {
        name: "attempt_completion",
        input: {
          result: "The total now **counts every piece**. One line changed in `src/cart.js`; its test passes.",
          evidence: [
            { claim: "The tests pass", command: "node --test src/cart.test.js" },
            { claim: "The cart was changed", path: "src/cart.js" },
          ],
        },
      },
    ],
  },
];

export const fixed = "for (const line of lines) sum += line.price * line.count;";
export const broken = "for (const line of lines) sum += line.price;";
