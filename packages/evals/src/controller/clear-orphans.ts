import { readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database } from "@roo-code/store/database";
import { endProcessTree } from "@roo-code/workspace";
import { markOf, scratchPrefix } from "../executors/trial-mark.ts";
import { freeOrphans } from "../queue/index.ts";

/** What controllers of this machine left when they were killed: their trials are free again, and nothing of them goes on. */
export async function clearOrphans(database: Database, runId: number): Promise<void> {
  for (const orphan of await freeOrphans(database, runId)) {
    await endProcessTree({ leaders: new Set(), environmentMark: markOf(orphan).text });
    const prefix = scratchPrefix(orphan);
    for (const name of readdirSync(tmpdir()))
      if (name.startsWith(prefix)) rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}
