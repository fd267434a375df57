import type { ConfigurationNotice, Settings } from "@roo-code/types";
import { mapStrings } from "../secrets/substitute.ts";
import { migrateSettings } from "./migrate-settings.ts";
import { withoutSecrets } from "./sensitive-keys.ts";
import { type CheckedSettings, checkSettings, settingTraits } from "./setting-traits.ts";
import { notTrusted } from "./settings-notices.ts";

/** Settings that may leave the machine: without keys that look like secrets and without stored secrets in values. */
export function exportableSettings(values: Settings, redact: (text: string) => string = (text) => text): Settings {
  const kept = Object.entries(withoutSecretValues(values));
  return Object.fromEntries(kept.map(([key, value]) => [key, mapStrings(value, redact)]));
}

/** The valid part of settings from elsewhere, older formats included, and notices about the rest. */
export function importableSettings(settings: Readonly<Record<string, unknown>>, source: string): CheckedSettings {
  const migrated = migrateSettings(settings, source);
  const { values, notices } = checkSettings(migrated.values, source);
  const kept = withoutSecretValues(values);
  const removed = Object.keys(values).filter((key) => !Object.hasOwn(kept, key));
  const reason = "secrets cannot be imported with settings";
  const refusals: ConfigurationNotice[] = removed.map((key) => notTrusted(source, { key, reason }));
  return { values: kept, notices: [...migrated.notices, ...notices, ...refusals] };
}

/** Keys of the schema never hold secrets, even if a mode is named like one. */
function withoutSecretValues(values: Settings): Settings {
  const known = Object.entries(values).filter(([key]) => settingTraits.has(key));
  return { ...withoutSecrets(values), ...Object.fromEntries(known) };
}
