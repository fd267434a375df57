import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dump } from "js-yaml";
import { firstOffice } from "./office/office.ts";
import { type OfficeIntent, officeIntents } from "./office/office-intents.ts";
import { settleCalls } from "./office/settle-intent.ts";

/** What the office is to be like in the end, whatever its rows are called and in whichever order they came. */
const check = `import { deepStrictEqual } from "node:assert/strict";
import { readFileSync } from "node:fs";

const rows = (list) => list.map(({ id, ...row }) => JSON.stringify(row, Object.keys(row).sort())).sort();
const read = (file) => JSON.parse(readFileSync(new URL(file, import.meta.url), "utf8"));
const known = ({ events, contacts, notes, stock }) => ({
  events: rows(events), contacts: rows(contacts), notes: rows(notes), stock: Object.entries(stock).sort(),
});
deepStrictEqual(known(read("office.json")), known(read("wanted.json")));
`;

/** The intents as a suite: the agent gets the office as a file that only the server's tools change, grading compares it. */
export function writeMcpSuite(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "suite.yaml"), dump({ name: "mcp" }));
  for (const intent of officeIntents) writeIntent(join(folder, intent.id), intent);
}

function writeIntent(folder: string, { id, text, calls }: OfficeIntent): void {
  const wanted = json(settleCalls(calls));
  const files: Readonly<Record<string, string>> = {
    "exercise.yaml": dump({
      name: id,
      language: "mcp",
      prompt: `${text}\n\nUse the tools of the MCP server, and nothing else.`,
      solution: ["office.json"],
      tests: ["check.mjs", "wanted.json"],
      grader: { command: "node check.mjs", results: "exit-code" },
    }),
    "office.json": json(firstOffice),
    "wanted.json": wanted,
    "check.mjs": check,
    ".reference/office.json": wanted,
  };
  mkdirSync(join(folder, ".reference"), { recursive: true });
  for (const [path, content] of Object.entries(files)) writeFileSync(join(folder, path), content);
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
