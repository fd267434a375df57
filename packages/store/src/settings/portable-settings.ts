import type { ConfigurationNotice, Settings } from "@roo-code/types";
import { mapStrings } from "../secrets/map-strings.ts";
import { type CheckedSettings, checkSettings } from "./check-settings.ts";
import { withoutSecrets } from "./key-words.ts";
import { migrateSettings } from "./migrate-settings.ts";
import { settingTraits } from "./setting-traits.ts";
import { notTrusted } from "./settings-notices.ts";

/** Settings as they may leave the machine: without what is called like a secret, or holds one that is stored. */
export function exportableSettings(values: Settings, redact: (text: string) => string = (text) => text): Settings {
  const kept = Object.entries(withoutSecretValues(values));
  return Object.fromEntries(kept.map(([key, value]) => [key, mapStrings(value, redact)]));
}

/** What is right in settings from elsewhere, older forms included, and what was left out. Keys have their own store. */
export function importableSettings(given: Readonly<Record<string, unknown>>, source: string): CheckedSettings {
  const today = migrateSettings(given, source);
  const { values, notices } = checkSettings(today.values, source);
  const kept = withoutSecretValues(values);
  const leftOut = Object.keys(values).filter((key) => !Object.hasOwn(kept, key));
  const reason = "secrets are entered, not imported";
  const refusals: ConfigurationNotice[] = leftOut.map((key) => notTrusted(source, { key, reason }));
  return { values: kept, notices: [...today.notices, ...notices, ...refusals] };
}

/** Keys of the schema hold no secrets, whatever a mode is called. */
function withoutSecretValues(values: Settings): Settings {
  const known = Object.entries(values).filter(([key]) => settingTraits.has(key));
  return { ...withoutSecrets(values), ...Object.fromEntries(known) };
}
