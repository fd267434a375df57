import type { ConfigurationNotice } from "@roo-code/types";
import { type SettingKind, settingKinds } from "./setting-kinds.ts";
import { settingTraits } from "./setting-traits.ts";
import { invalidValue } from "./settings-notices.ts";

export interface EnvironmentSettings {
  /** By key, each with its variable. */
  readonly values: ReadonlyMap<string, { readonly value: unknown; readonly variable: string }>;
  readonly notices: readonly ConfigurationNotice[];
}

/** Settings by variable: `maxTurns` is `ROO_MAX_TURNS`. An empty variable is none. */
export function readEnvironmentSettings(environment: NodeJS.ProcessEnv): EnvironmentSettings {
  const values = new Map<string, { value: unknown; variable: string }>();
  const notices: ConfigurationNotice[] = [];
  for (const [key, traits] of settingTraits) {
    const variable = variableOf(key);
    const text = environment[variable];
    if (text === undefined || text === "") continue;
    const kind: SettingKind = settingKinds[traits.kind];
    const value = kind.fromText(text);
    if (kind.accepts(value)) values.set(key, { value, variable });
    else notices.push(invalidValue(variable, { key, mustBe: kind.mustBe }));
  }
  return { values, notices };
}

export function variableOf(key: string): string {
  return `ROO_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}
