import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { builtinModes } from "@roo-code/engine";
import { loadModes, userSettingsFile } from "@roo-code/store";
import {
  applyImport,
  type Choose,
  type FoundImport,
  fromMode,
  type ImportReport,
  type ImportScope,
  type ImportTarget,
} from "@roo-code/store/moving-in";
import { isTaskId } from "@roo-code/types";
import type { Host, HostContext } from "./host.ts";
import { writeImportedTask } from "./write-imported-task.ts";

/** Brings what was found of another tool into our own configuration and history. What is there is never replaced. */
export function bringOver(
  found: FoundImport,
  parts: { host: Host; places: HostContext; workspace: string; choose: Choose },
): Promise<ImportReport> {
  return applyImport(found, targetOf(parts), parts.choose);
}

function targetOf({ host, places, workspace }: { host: Host; places: HostContext; workspace: string }): ImportTarget {
  const settings = userSettingsFile(places);
  const fileOf = (path: string, scope: ImportScope) =>
    join(scope === "user" ? places.home : join(workspace, ".roo"), path);
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
      const { modes } = await loadModes({ home: places.home, workspace, builtinModes, isTrusted: true });
      const found = modes.find((mode) => mode.slug === slug && mode.origin === scope);
      if (!found) return undefined;
      const { origin: _origin, source: _source, ...mode } = found;
      return mode;
    },
    addMode: async (mode, scope) =>
      writeWhole(fileOf(`modes/${mode.slug}.yaml`, scope), `${JSON.stringify(fromMode(mode), null, 2)}\n`),
    async readFile(path, scope) {
      const file = fileOf(path, scope);
      return existsSync(file) ? readFileSync(file, "utf8") : undefined;
    },
    writeFile: async (path, content, scope) => writeWhole(fileOf(path, scope), content),
    hasTask: async (taskId) => isTaskId(taskId) && existsSync(join(places.home, "tasks", taskId, "events.jsonl")),
    addTask: (task) => writeImportedTask(task, places),
  };
}

function writeWhole(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.new`, content);
  renameSync(`${path}.new`, path);
}
