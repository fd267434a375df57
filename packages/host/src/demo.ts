import { accessSync, constants } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";

export const demoPrompt = "The tests fail. Find out why and repair it.";

const files: Record<string, string> = {
  "package.json": '{ "name": "demo", "type": "module" }\n',
  "median.js": `/** The middle value of a list of numbers. */
export function median(values) {
  const sorted = [...values].sort();
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

/** The command for Node: its name if it is on the PATH, else the path of the Node that runs this process. */
export function demoNode(path = process.env["PATH"] ?? ""): string {
  const isFound = path.split(delimiter).some((folder) => folder !== "" && isExecutable(join(folder, "node")));
  return isFound ? "node" : `'${process.execPath.replaceAll("'", String.raw`'\''`)}'`;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const couldNotRun =
  "I could not run the tests here, so I changed nothing. The output above shows why; roo sandbox check shows what commands can access.";
const stillFailing = "I changed how median() sorts, but the tests did not pass afterwards. See their output above.";
const repaired = "median() sorted its numbers as text. It now compares them as numbers, and all three tests pass.";

/** The replies of the demo as a replay script; they depend on the real output of the tests. `node` is quoted for a shell. */
export function demoScript(node: string): string {
  const command = `${node} --test`;
  const runTests = { name: "execute_command", input: { command } };
  const replies = [
    {
      text: "I will look at the project and run the tests.\n",
      toolCalls: [{ name: "list_files", input: { path: ".", recursive: true } }, runTests],
    },
    {
      expect: "fail 1",
      text: "The test with numbers of different lengths fails. Let me read the function.\n",
      toolCalls: [
        { name: "read_file", input: { path: "median.js" } },
        { name: "read_file", input: { path: "median.test.js" } },
      ],
      otherwise: complete({ result: couldNotRun }),
    },
    {
      text: "sort() without a comparison sorts as text, so 10 comes before 2 and 9. It needs a numeric comparison.\n",
      toolCalls: [
        {
          name: "apply_diff",
          input: {
            path: "median.js",
            diff: "<<<<<<< SEARCH\n  const sorted = [...values].sort();\n=======\n  const sorted = [...values].sort((left, right) => left - right);\n>>>>>>> REPLACE",
          },
        },
      ],
    },
    { text: "Now the tests again.\n", toolCalls: [runTests] },
    {
      expect: "fail 0",
      ...complete({
        result: repaired,
        evidence: [
          { claim: "All three tests pass.", command },
          { claim: "median() compares numbers.", path: "median.js" },
        ],
      }),
      otherwise: complete({ result: stillFailing }),
    },
  ];
  return replies.map((reply) => `${JSON.stringify({ ...reply, delayMs: 400 })}\n`).join("");
}

function complete(input: object) {
  return { toolCalls: [{ name: "attempt_completion", input }] };
}
