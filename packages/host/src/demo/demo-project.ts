import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

export const demoPrompt = "The tests fail. Find out why and repair it.";

const files: Record<string, string> = {
  "package.json": '{ "name": "demo", "type": "module" }\n',
  "median.js": `/** The middle value of a list of numbers. */
export function median(values) {
  const sorted = values.toSorted();
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
`,
  "median.test.js": `import assert from "node:assert/strict";
import test from "node:test";
import { median } from "./median.js";

test("odd count", () => assert.equal(median([3, 1, 2]), 2));
test("even count", () => assert.equal(median([4, 1, 3, 2]), 2.5));
test("numbers of different lengths", () => assert.equal(median([10, 9, 2]), 9));
`,
};

export async function demoProject(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
}

/** What the scripted model says, as a replay script. `node` runs the tests, wherever it is installed. */
export function demoScript(node: string): string {
  const runTests = { name: "execute_command", input: { command: `'${node}' --test` } };
  const replies = [
    {
      text: "I will look at the project and run the tests.\n",
      toolCalls: [{ name: "list_files", input: { path: ".", recursive: true } }, runTests],
    },
    {
      text: "The test with numbers of different lengths fails. Let me read the function.\n",
      toolCalls: [
        { name: "read_file", input: { path: "median.js" } },
        { name: "read_file", input: { path: "median.test.js" } },
      ],
    },
    {
      text: "toSorted() without a comparison sorts as text, so 10 comes before 2 and 9. It needs a numeric comparison.\n",
      toolCalls: [
        {
          name: "apply_diff",
          input: {
            path: "median.js",
            diff: "<<<<<<< SEARCH\n  const sorted = values.toSorted();\n=======\n  const sorted = values.toSorted((left, right) => left - right);\n>>>>>>> REPLACE",
          },
        },
      ],
    },
    { text: "Now the tests again.\n", toolCalls: [runTests] },
    {
      toolCalls: [
        {
          name: "attempt_completion",
          input: {
            result: "median() sorted its numbers as text. It now compares them as numbers, and all three tests pass.",
          },
        },
      ],
    },
  ];
  return replies.map((reply) => `${JSON.stringify({ ...reply, delayMs: 400 })}\n`).join("");
}
