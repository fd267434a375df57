import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { replayScript, scriptedModels } from "./models/scripted-models.ts";
import { officeIntents } from "./office/office-intents.ts";
import { officeServerKinds } from "./server/server-kinds.ts";
import { writeMcpSuite } from "./write-mcp-suite.ts";

export interface McpBenchmarkFiles {
  readonly suite: string;
  /** A folder for each server, in it one for each model, in it a script for each intent. */
  readonly scripts: string;
}

/** The suite and the scripts, where runs of them find them as long as they are kept. */
export function prepareMcpBenchmark(folder: string): McpBenchmarkFiles {
  const files = { suite: join(folder, "suite"), scripts: join(folder, "scripts") };
  writeMcpSuite(files.suite);
  for (const server of officeServerKinds)
    for (const model of scriptedModels) {
      const place = join(files.scripts, server, model);
      mkdirSync(place, { recursive: true });
      for (const intent of officeIntents)
        writeFileSync(join(place, `${intent.id}.jsonl`), replayScript(model, { intent, server }));
    }
  return files;
}
