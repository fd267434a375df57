import { cpSync, existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createRedactor, FileEventLog } from "@roo-code/store";
import { exportTask } from "@roo-code/store/import-export";
import { type Clock, isTaskId, type TaskEvent } from "@roo-code/types";

const clock: Clock = {
  now: Date.now,
  monotonic: () => performance.now(),
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};

/** Every log in an agent's home by task id. Skips logs that cannot be read. */
export async function readTaskLogs(home: string): Promise<ReadonlyMap<string, readonly TaskEvent[]>> {
  const tasksFolder = join(home, "tasks");
  const log = new FileEventLog({ tasksFolder, clock });
  const logs = new Map<string, readonly TaskEvent[]>();
  for (const name of existsSync(tasksFolder) ? readdirSync(tasksFolder) : [])
    if (isTaskId(name)) logs.set(name, await log.read(name).catch(() => []));
  return logs;
}

/** The events that are new. */
export function eventsSince(
  before: ReadonlyMap<string, readonly TaskEvent[]>,
  now: ReadonlyMap<string, readonly TaskEvent[]>,
): ReadonlyMap<string, readonly TaskEvent[]> {
  return new Map([...now].map(([taskId, events]) => [taskId, events.slice(before.get(taskId)?.length ?? 0)]));
}

/** Copies the logs of the first try, so that the second one can continue its task. */
export function restoreTaskLogs({ home, artifacts }: { readonly home: string; readonly artifacts: string }): void {
  if (existsSync(join(artifacts, "tasks"))) cpSync(join(artifacts, "tasks"), join(home, "tasks"), { recursive: true });
}

/** Saves the logs among the trial's artifacts, with the task as an ATIF export. */
export async function saveTaskLogs(
  { home, artifacts }: { readonly home: string; readonly artifacts: string },
  events: readonly TaskEvent[],
): Promise<void> {
  cpSync(join(home, "tasks"), join(artifacts, "tasks"), { recursive: true });
  const redact = createRedactor(secretsIn(process.env));
  for (const [name, content] of await exportTask(events, { format: "atif", redact }))
    writeFileSync(join(artifacts, name), content, { mode: 0o600 });
}

function secretsIn(environment: NodeJS.ProcessEnv): string[] {
  return Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && /(KEY|TOKEN|SECRET|PASSWORD)$/.test(name) ? [value] : [],
  );
}
