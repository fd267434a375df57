import type { ConfigurationNotice } from "@roo-code/types";

/** More of a kind than a person would read; the rest is counted. */
const mostNames = 20;

export function brokenFile(source: string, problem: { reason: string; line?: number }): ConfigurationNotice {
  const place = problem.line === undefined ? source : `${source}, line ${problem.line}`;
  return {
    code: "broken_file",
    source,
    message: `${place}: the file ${problem.reason}. Nothing of it is used until it is repaired.`,
  };
}

export function keptAside(source: string, asideName: string): ConfigurationNotice {
  return {
    code: "kept_aside",
    source,
    message: `${source} was broken and has been written anew; what it held is kept as ${asideName}.`,
  };
}

export function invalidValue(source: string, setting: { key: string; mustBe: string }): ConfigurationNotice {
  return {
    code: "invalid_value",
    source,
    message: `${source}: ${shownKey(setting.key)} is ignored; it must be ${setting.mustBe}.`,
  };
}

/** One for each of the first keys, and one for the rest. */
export function unknownKeys(source: string, keys: readonly string[]): ConfigurationNotice[] {
  const named = keys
    .slice(0, mostNames)
    .map((key) => `${shownKey(key)} is no setting of this version; it is left as it is`);
  const rest = keys.length - named.length;
  const messages = rest > 0 ? [...named, `${rest} more keys are no settings of this version`] : named;
  return messages.map((message) => ({ code: "unknown_key", source, message: `${source}: ${message}.` }));
}

export function migrated(
  source: string,
  change: { from: readonly string[]; to: readonly string[]; remark?: string },
): ConfigurationNotice {
  const from = change.from.map(shownKey).join(", ");
  const to = change.to.length > 0 ? `are read as ${change.to.map(shownKey).join(", ")}` : "have no effect any more";
  const remark = change.remark === undefined ? "" : ` ${change.remark}`;
  return { code: "migrated", source, message: `${source}: the older keys ${from} ${to}.${remark}` };
}

export function notTrusted(source: string, setting: { key: string; reason: string }): ConfigurationNotice {
  return { code: "not_trusted", source, message: `${source}: ${shownKey(setting.key)} is ignored: ${setting.reason}.` };
}

/** A key as a terminal may show it: short, and without characters that steer it. */
export function shownKey(key: string): string {
  const short = key.length > 80 ? `${key.slice(0, 80)}…` : key;
  return `"${short.replace(/[\p{C}\p{Zl}\p{Zp}"\\]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)}"`;
}
