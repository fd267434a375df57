import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { rooHome } from "@roo-code/host";
import type { Clock, EventLog, Settings } from "@roo-code/types";

/** Where an agent keeps its tasks and everything else that belongs to them. */
export interface Storage {
  readonly home: string;
  /** Absent: files in the home folder. */
  readonly tasks?: EventLog;
  /** Settings that keep tasks from writing. */
  readonly settings: Settings;
  /** Removes what commands left behind. Called when no run is left. */
  tidy(): Promise<void>;
}

export async function openStorage(
  storage: string | undefined,
  { environment, clock }: { readonly environment: NodeJS.ProcessEnv; readonly clock: Clock },
): Promise<Storage> {
  if (storage !== "memory") {
    const home = storage === undefined ? rooHome(environment) : resolve(storage);
    return { home, settings: {}, tidy: async () => undefined };
  }
  const { MemoryEventLog } = await import("@roo-code/host/memory");
  // Loaded only here, because it takes longer than everything else before the first request.
  const { randomUUID } = process.getBuiltinModule("node:crypto");
  // Created only by what cannot do without files: sandboxes of commands, copies for parallel subtasks, MCP servers.
  const home = join(tmpdir(), `roo-${randomUUID()}`);
  return {
    home,
    tasks: new MemoryEventLog(clock),
    settings: { snapshots: false },
    tidy: () => rm(home, { recursive: true, force: true }),
  };
}
