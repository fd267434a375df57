import type { ConfigurationNotice, Settings } from "@roo-code/types";
import { namesReach } from "./key-words.ts";
import { settingTraits } from "./setting-traits.ts";
import { notTrusted } from "./settings-notices.ts";

export interface DistrustedSettings {
  readonly values: Settings;
  readonly notices: readonly ConfigurationNotice[];
}

/**
 * What a repository may set that nobody vouched for: whoever wrote it must not decide what is approved, where keys
 * are sent, what is run, or that more is spent than the person allows.
 */
export function distrustProject(project: Settings, given: { source: string; below: Settings }): DistrustedSettings {
  const refusals = Object.entries(project).flatMap(([key, value]) => {
    const reason = whyRefused(key, { value, below: given.below[key] });
    return reason === undefined ? [] : { key, reason };
  });
  const refused = new Set(refusals.map(({ key }) => key));
  return {
    values: Object.fromEntries(Object.entries(project).filter(([key]) => !refused.has(key))),
    notices: refusals.map((refusal) => notTrusted(given.source, refusal)),
  };
}

function whyRefused(key: string, { value, below }: { value: unknown; below: unknown }): string | undefined {
  const traits = settingTraits.get(key);
  const isRefused = traits ? traits.fromProject === "nothing" : namesReach(key, value);
  if (isRefused) return "a project that is not trusted cannot set it";
  const isRaised = typeof value === "number" && typeof below === "number" && value > below;
  if (traits?.fromProject === "lower" && isRaised) return "a project that is not trusted can only lower it";
  return undefined;
}
