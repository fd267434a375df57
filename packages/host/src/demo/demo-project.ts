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

/** The word by which a command line calls Node: its name where the PATH leads to one, else the Node that runs us. */
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
