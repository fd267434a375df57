import { readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database } from "@roo-code/store/database";
import type { EvalRun } from "@roo-code/types";
import { endProcessTree } from "@roo-code/workspace";
import { freeOrphans } from "../queue/index.ts";
import { environmentMark, scratchPrefix, trialMark } from "../trial-mark.ts";

/** What controllers of this machine left when they were killed: their trials are free again, and nothing of them goes on. */
export async function clearOrphans(database: Database, run: EvalRun): Promise<void> {
  for (const orphan of await freeOrphans(database, run.id)) {
    const mark = trialMark(run, orphan);
    await endProcessTree({ leaders: new Set(), environmentMark: environmentMark(mark) });
    const prefix = scratchPrefix(mark);
    for (const name of readdirSync(tmpdir()))
      if (name.startsWith(prefix)) rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}
