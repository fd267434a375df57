import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dump } from "js-yaml";
import { initialOffice, officeServerKinds } from "./office.ts";
import type { OfficeIntent } from "./office-intents.ts";
import { officeIntents } from "./office-intents.ts";
import { applyCalls } from "./office-tools.ts";
import { replayScript, scriptedModels } from "./scripted-models.ts";

export interface McpBenchmarkFiles {
  readonly suite: string;
  /** Replay scripts: `<server>/<model>/<intent>.jsonl`. */
  readonly scripts: string;
}

/** Writes the suite and the replay scripts. The runs refer to them, so the folder must stay. */
export function prepareMcpBenchmark(folder: string): McpBenchmarkFiles {
  const files = { suite: join(folder, "suite"), scripts: join(folder, "scripts") };
  writeMcpSuite(files.suite);
  for (const server of officeServerKinds)
    for (const model of scriptedModels) {
      const target = join(files.scripts, server, model);
      mkdirSync(target, { recursive: true });
      for (const intent of officeIntents)
        writeFileSync(join(target, `${intent.id}.jsonl`), replayScript(model, { intent, server }));
    }
  return files;
}

/** Compares the office with the expected one, regardless of ids and order. */
const check = `import { deepStrictEqual } from "node:assert/strict";
import { readFileSync } from "node:fs";

const rows = (list) => list.map(({ id, ...row }) => JSON.stringify(row, Object.keys(row).sort())).sort();
const read = (file) => JSON.parse(readFileSync(new URL(file, import.meta.url), "utf8"));
const known = ({ events, contacts, notes, stock }) => ({
  events: rows(events), contacts: rows(contacts), notes: rows(notes), stock: Object.entries(stock).sort(),
});
deepStrictEqual(known(read("office.json")), known(read("wanted.json")));
`;

/** The intents as a suite: the office is a file that only the server's tools change, and grading compares it. */
function writeMcpSuite(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "suite.yaml"), dump({ name: "mcp" }));
  for (const intent of officeIntents) writeIntent(join(folder, intent.id), intent);
}

function writeIntent(folder: string, { id, text, calls }: OfficeIntent): void {
  const wanted = formatJson(applyCalls(calls));
  const files: Readonly<Record<string, string>> = {
    "exercise.yaml": dump({
      name: id,
      language: "mcp",
      prompt: `${text}\n\nUse the tools of the MCP server, and nothing else.`,
      solution: ["office.json"],
      tests: ["check.mjs", "wanted.json"],
      grader: { command: "node check.mjs", results: "exit-code" },
    }),
    "office.json": formatJson(initialOffice),
    "wanted.json": wanted,
    "check.mjs": check,
    ".reference/office.json": wanted,
  };
  mkdirSync(join(folder, ".reference"), { recursive: true });
  for (const [path, content] of Object.entries(files)) writeFileSync(join(folder, path), content);
}

function formatJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
