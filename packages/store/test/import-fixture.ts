import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { findImports } from "../src/import/find-imports.ts";
import type { FoundImport, FoundTask, ImportOptions } from "../src/import/import-source.ts";
import { tempFolder } from "./temp-folder.ts";

export const importFixtures = fileURLToPath(new URL("../fixtures/import", import.meta.url));

/** The home, and the project if there is one, of a tool's hand-written fixture. */
export function fixtureOptions(tool: string): ImportOptions {
  const workspace = join(importFixtures, tool, "workspace");
  return {
    homeFolder: join(importFixtures, tool, "home"),
    workspace: existsSync(workspace) ? workspace : tempFolder(),
    environment: {},
    platform: "linux",
  };
}

/** The import found for one tool; fails if there is none. */
export async function findOne(tool: string, options: ImportOptions = fixtureOptions(tool)): Promise<FoundImport> {
  const found = await findImports(options);
  const imported = found.find((candidate) => candidate.tool === tool);
  expect(found.map((candidate) => candidate.tool)).toContain(tool);
  return imported as FoundImport;
}

export function taskOf(imported: FoundImport, originalId: string): FoundTask {
  const task = imported.tasks.find((candidate) => candidate.originalId === originalId);
  expect(task).toBeDefined();
  return task as FoundTask;
}

export function fileOf(imported: FoundImport, path: string, scope = "user"): string {
  const file = imported.files.find((candidate) => candidate.path === path && candidate.scope === scope);
  return file?.content ?? `(no ${scope} file ${path})`;
}
