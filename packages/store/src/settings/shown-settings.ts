import type { SettingWithOrigin } from "@roo-code/types";
import { withoutSecrets } from "./key-words.ts";
import { settingTraits } from "./setting-traits.ts";

const hidden = "(hidden)";

/** Settings as they may be shown: what is called like a secret keeps its name, not its value. Keys of the schema hold none. */
export function shownSettings(settings: readonly SettingWithOrigin[]): SettingWithOrigin[] {
  return settings.map((setting) => {
    const { key, value } = setting;
    if (settingTraits.has(key.split(".", 1)[0] ?? key)) return setting;
    const kept = withoutSecrets({ [key]: value });
    return { ...setting, value: Object.hasOwn(kept, key) ? kept[key] : hidden };
  });
}
