import type { ConfigurationNotice } from "@roo-code/types";
import type { Migration } from "./migration.ts";
import { migrations } from "./migrations.ts";
import { migrated } from "./settings-notices.ts";

/** The key that says which form the settings of a file have. */
export const versionKey = "settingsVersion";

export interface MigratedSettings {
  readonly values: Readonly<Record<string, unknown>>;
  /** What differs from what the file says, `settingsVersion` included; undefined removes. Empty when nothing does. */
  readonly changes: ReadonlyMap<string, unknown>;
  /** The version of the first step that changed something. */
  readonly firstVersion: number | undefined;
  readonly notices: readonly ConfigurationNotice[];
}

/** Settings in today's form. Nothing is written. */
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
    notices.push(
      migrated(source, {
        ...namesOf(outcome.changes),
        ...(outcome.remark !== undefined && { remark: outcome.remark }),
      }),
    );
  }
  return { values, changes, firstVersion, notices };
}

export function withChanges(
  values: Readonly<Record<string, unknown>>,
  changes: ReadonlyMap<string, unknown>,
): Readonly<Record<string, unknown>> {
  const result = new Map([...Object.entries(values), ...changes]);
  return Object.fromEntries([...result].filter(([, value]) => value !== undefined));
}

function namesOf(changes: ReadonlyMap<string, unknown>) {
  const names = [...changes.keys()];
  return {
    from: names.filter((key) => changes.get(key) === undefined),
    to: names.filter((key) => changes.get(key) !== undefined),
  };
}
