import type { ConfigurationNotice } from "@roo-code/types";
import { migrateRooKeys } from "./roo-keys.ts";
import { migrated } from "./settings-notices.ts";

/** The key with the version of the settings format of a file. */
export const versionKey = "settingsVersion";

export interface MigratedSettings {
  readonly values: Readonly<Record<string, unknown>>;
  /** Changes to the file, including `settingsVersion`; undefined removes a key. Empty when nothing changed. */
  readonly changes: ReadonlyMap<string, unknown>;
  /** The version of the first migration that changed something. */
  readonly firstVersion: number | undefined;
  readonly notices: readonly ConfigurationNotice[];
}

/** The settings in the current format. Nothing is written. */
export function migrateSettings(
  original: Readonly<Record<string, unknown>>,
  source: string,
  steps: readonly Migration[] = migrations,
): MigratedSettings {
  const version = Number.isSafeInteger(original[versionKey]) ? Number(original[versionKey]) : 0;
  let values = original;
  let firstVersion: number | undefined;
  const changes = new Map<string, unknown>();
  const notices: ConfigurationNotice[] = [];
  for (const step of steps) {
    const outcome = step.version > version ? step.migrate(values) : undefined;
    if (!outcome) continue;
    firstVersion ??= step.version;
    for (const [key, value] of [...outcome.changes, [versionKey, step.version] as const]) changes.set(key, value);
    values = withChanges(values, outcome.changes);
    notices.push(migrated(source, { ...changedNames(outcome.changes), note: outcome.note }));
  }
  return { values, changes, firstVersion, notices };
}

function withChanges(
  values: Readonly<Record<string, unknown>>,
  changes: ReadonlyMap<string, unknown>,
): Readonly<Record<string, unknown>> {
  const result = new Map([...Object.entries(values), ...changes]);
  return Object.fromEntries([...result].filter(([, value]) => value !== undefined));
}

function changedNames(changes: ReadonlyMap<string, unknown>) {
  const names = [...changes.keys()];
  return {
    from: names.filter((key) => changes.get(key) === undefined),
    to: names.filter((key) => changes.get(key) !== undefined),
  };
}

/** The result of one migration. */
interface MigrationOutcome {
  /** Values by key; undefined removes a key. */
  readonly changes: ReadonlyMap<string, unknown>;
  /** Anything else that the user should know. */
  readonly note?: string;
}

/** Converts settings of an older format to the next version. */
export interface Migration {
  /** The `settingsVersion` it produces. Settings of that version or a later one are not migrated by it. */
  readonly version: number;
  /** undefined when there are no older keys. Never throws, whatever the values are. */
  migrate(values: Readonly<Record<string, unknown>>): MigrationOutcome | undefined;
}

/** In order of their versions. */
const migrations: readonly Migration[] = [migrateRooKeys];
