import type { ConfigurationNotice } from "@roo-code/types";

/** More are only counted. */
const maxNames = 20;

export function brokenFile(source: string, problem: { reason: string; line?: number }): ConfigurationNotice {
  const location = problem.line === undefined ? source : `${source}, line ${problem.line}`;
  return {
    code: "broken_file",
    source,
    message: `${location}: the file ${problem.reason}. It is ignored until it is fixed.`,
  };
}

export function keptAside(source: string, asideName: string): ConfigurationNotice {
  return {
    code: "kept_aside",
    source,
    message: `${source} was broken and has been replaced; the old content is kept in ${asideName}.`,
  };
}

export function invalidValue(source: string, setting: { key: string; expected: string }): ConfigurationNotice {
  return {
    code: "invalid_value",
    source,
    message: `${source}: ${shownKey(setting.key)} is ignored; it must be ${setting.expected}.`,
  };
}

/** One for each of the first keys, and one for the rest. */
export function unknownKeys(source: string, keys: readonly string[]): ConfigurationNotice[] {
  const named = keys
    .slice(0, maxNames)
    .map((key) => `${shownKey(key)} is not a setting of this version; it is left unchanged`);
  const rest = keys.length - named.length;
  const messages = rest > 0 ? [...named, `${rest} more keys are not settings of this version`] : named;
  return messages.map((message) => ({ code: "unknown_key", source, message: `${source}: ${message}.` }));
}

export function migrated(
  source: string,
  change: { from: readonly string[]; to: readonly string[]; note?: string },
): ConfigurationNotice {
  const from = change.from.map(shownKey).join(", ");
  const to = change.to.length > 0 ? `are read as ${change.to.map(shownKey).join(", ")}` : "no longer have an effect";
  const note = change.note === undefined ? "" : ` ${change.note}`;
  return { code: "migrated", source, message: `${source}: the older keys ${from} ${to}.${note}` };
}

export function notTrusted(source: string, setting: { key: string; reason: string }): ConfigurationNotice {
  return { code: "not_trusted", source, message: `${source}: ${shownKey(setting.key)} is ignored: ${setting.reason}.` };
}

/** A key for display in a terminal: shortened, and without control characters. */
export function shownKey(key: string): string {
  const short = key.length > 80 ? `${key.slice(0, 80)}…` : key;
  return `"${short.replace(/[\p{C}\p{Zl}\p{Zp}"\\]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)}"`;
}
