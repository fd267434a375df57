import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { builtinModes } from "@roo-code/engine";
import { FileEventLog, loadModes, userSettingsFile } from "@roo-code/store";
import {
  applyImport,
  type Choose,
  type FoundImport,
  type FoundTask,
  fromMode,
  type ImportReport,
  type ImportScope,
  type ImportTarget,
} from "@roo-code/store/import-export";
import { type EventDraft, isTaskId, type TaskEvent, type TaskId } from "@roo-code/types";
import type { Host, HostContext } from "../host.ts";

interface ImportOptions {
  readonly host: Host;
  readonly context: HostContext;
  readonly workspace: string;
}

/** Imports the configuration and history found of another tool. Existing entries are never replaced. */
export function importFound(found: FoundImport, options: ImportOptions & { choose: Choose }): Promise<ImportReport> {
  return applyImport(found, targetOf(options), options.choose);
}

function targetOf({ host, context, workspace }: ImportOptions): ImportTarget {
  const settings = userSettingsFile(context);
  const fileOf = (path: string, scope: ImportScope) =>
    join(scope === "user" ? context.home : join(workspace, ".roo"), path);
  return {
    getSetting: async (key) => (await settings.read()).values[key],
    setSetting: async (key, value) => void (await settings.change({ [key]: value })),
    getProfile: async (name) => (await host.profiles.read()).profiles.get(name),
    addProfile: async (name, profile) => void (await host.profiles.save(name, profile)),
    async getSecrets(name) {
      const profile = (await host.profiles.read()).profiles.get(name);
      return profile ? host.profiles.secretsOf(name, profile) : {};
    },
    async getMode(slug, scope) {
      const { modes } = await loadModes({ home: context.home, workspace, builtinModes, isTrusted: true });
      const found = modes.find((mode) => mode.slug === slug && mode.origin === scope);
      if (!found) return undefined;
      const { origin: _origin, source: _source, ...mode } = found;
      return mode;
    },
    addMode: async (mode, scope) =>
      writeAtomically(fileOf(`modes/${mode.slug}.yaml`, scope), `${JSON.stringify(fromMode(mode), null, 2)}\n`),
    async readFile(path, scope) {
      const file = fileOf(path, scope);
      return existsSync(file) ? readFileSync(file, "utf8") : undefined;
    },
    writeFile: async (path, content, scope) => writeAtomically(fileOf(path, scope), content),
    hasTask: async (taskId) => isTaskId(taskId) && existsSync(join(context.home, "tasks", taskId, "events.jsonl")),
    addTask: (task) => writeImportedTask(task, context),
  };
}

function writeAtomically(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.new`, content);
  renameSync(`${path}.new`, path);
}

const batchSize = 500;

/** Moved into place when complete: a partial task would count as imported the next time. */
async function writeImportedTask(
  { taskId, events }: Pick<FoundTask, "taskId" | "events">,
  context: HostContext,
): Promise<void> {
  const folder = join(context.home, `tasks.importing-${process.pid}`);
  try {
    await writeLog(folder, { taskId, events: events(), context });
    const tasks = join(context.home, "tasks");
    mkdirSync(tasks, { recursive: true, mode: 0o700 });
    renameSync(join(folder, taskId), join(tasks, taskId));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes through the event log, with a clock that returns the time of each event. */
async function writeLog(
  tasksFolder: string,
  { taskId, events, context }: { taskId: TaskId; events: readonly TaskEvent[]; context: HostContext },
): Promise<void> {
  const { clock } = context;
  let now = clock.now();
  const writer = await new FileEventLog({ tasksFolder, clock: { ...clock, now: () => now } }).create(taskId);
  try {
    for (let from = 0; from < events.length; from += batchSize) {
      const batch = events.slice(from, from + batchSize).map((event) => {
        now = Date.parse(event.at) || clock.now();
        return writer.append([draftOf(event)]).durable;
      });
      await Promise.all(batch);
    }
  } finally {
    await writer.close();
  }
}

function draftOf({ seq: _seq, at: _at, ...draft }: TaskEvent): EventDraft {
  return draft;
}
