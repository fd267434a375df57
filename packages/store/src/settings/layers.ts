import type { ConfigurationNotice, SettingLayer, Settings, SettingWithOrigin } from "@roo-code/types";
import { isRecord } from "../is-record.ts";
import { type CheckedSettings, settingTraits } from "./setting-traits.ts";

export interface EffectiveSettings {
  readonly values: Settings;
  /** Every value with its origin; entries of merged settings separately, as `modeProfiles.code`. */
  readonly origins: readonly SettingWithOrigin[];
  readonly notices: readonly ConfigurationNotice[];
}

/** Merges layers, added from lowest to highest precedence. */
export class Layers {
  readonly #whole = new Map<string, SettingWithOrigin>();
  readonly #merged = new Map<string, Map<string, SettingWithOrigin>>();
  readonly #notices: ConfigurationNotice[] = [];

  add(layer: SettingLayer, { values, notices }: CheckedSettings, source?: string): void {
    this.#notices.push(...notices);
    const origin = source === undefined ? { layer } : { layer, source };
    for (const [key, value] of Object.entries(values)) {
      if (settingTraits.get(key)?.isMerged && isRecord(value)) this.#merge(key, value, origin);
      else this.#whole.set(key, { key, value: this.#withLower(key, value), ...origin });
    }
  }

  result(): EffectiveSettings {
    const whole = [...this.#whole].map(([key, { value }]) => [key, value] as const);
    const merged = [...this.#merged].map(([key, entries]) => {
      return [key, Object.fromEntries([...entries].map(([name, { value }]) => [name, value]))] as const;
    });
    const origins = [
      ...this.#whole.values(),
      ...[...this.#merged.values()].flatMap((entries) => [...entries.values()]),
    ];
    return { values: Object.fromEntries([...whole, ...merged]), origins, notices: this.#notices };
  }

  /** Merged lists keep the entries of lower layers. */
  #withLower(key: string, value: unknown): unknown {
    const lower = this.#whole.get(key)?.value;
    const isAppended = settingTraits.get(key)?.isMerged && Array.isArray(lower) && Array.isArray(value);
    return isAppended ? [...lower, ...value] : value;
  }

  #merge(
    key: string,
    value: Readonly<Record<string, unknown>>,
    origin: Pick<SettingWithOrigin, "layer" | "source">,
  ): void {
    const entries = this.#merged.get(key) ?? new Map<string, SettingWithOrigin>();
    this.#merged.set(key, entries);
    for (const [name, entry] of Object.entries(value)) {
      entries.set(name, { key: `${key}.${name}`, value: entry, ...origin });
    }
  }
}
