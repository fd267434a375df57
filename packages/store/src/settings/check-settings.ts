import type { ConfigurationNotice, Settings } from "@roo-code/types";
import { versionKey } from "./migrate-settings.ts";
import { settingKinds } from "./setting-kinds.ts";
import { settingTraits } from "./setting-traits.ts";
import { invalidValue, unknownKeys } from "./settings-notices.ts";

/** Keys about the file itself; and one that would change what an object is instead of what it holds. */
const notSettings: ReadonlySet<string> = new Set(["$schema", versionKey, "__proto__"]);

export interface CheckedSettings {
  /** Keys that are no settings of this version are among them, with values of any kind. */
  readonly values: Settings;
  readonly notices: readonly ConfigurationNotice[];
}

/** Takes what is right and says what is not. */
export function checkSettings(values: Readonly<Record<string, unknown>>, source: string): CheckedSettings {
  const entries = Object.entries(values).filter(([key, value]) => value !== undefined && !notSettings.has(key));
  const unknown = entries.flatMap(([key]) => (settingTraits.has(key) ? [] : key));
  const problems = entries.flatMap(([key, value]) => {
    const mustBe = whatItMustBe(key, value);
    return mustBe === undefined ? [] : { key, mustBe };
  });
  const invalid = new Set(problems.map(({ key }) => key));
  return {
    values: Object.fromEntries(entries.filter(([key]) => !invalid.has(key))),
    notices: [...problems.map((problem) => invalidValue(source, problem)), ...unknownKeys(source, unknown)],
  };
}

/** undefined when the value is right; any is right for a key that is not known. */
export function whatItMustBe(key: string, value: unknown): string | undefined {
  const kind = settingTraits.get(key)?.kind;
  if (kind === undefined || settingKinds[kind].accepts(value)) return undefined;
  return settingKinds[kind].mustBe;
}
