import type { SettingWithOrigin } from "@roo-code/types";
import { isRecord } from "../is-record.ts";
import { settingTraits } from "./setting-traits.ts";

const secretWords = ["key", "token", "secret", "password", "passphrase", "credential"];
const sensitiveWords = [
  ...secretWords,
  "url",
  "uri",
  "endpoint",
  "host",
  "server",
  "proxy",
  "header",
  "command",
  "script",
  "shell",
  "hook",
  "executable",
  "env",
  "environment",
];

/** Whether the name of a key, or of one inside its value, suggests something that runs, connects or unlocks. */
export function isSensitiveKey(key: string, value: unknown): boolean {
  return (
    wordsOf(key).some((word) => endsWithOne(word, sensitiveWords)) ||
    keysInside(value).some(([innerKey, innerValue]) => isSensitiveKey(innerKey, innerValue))
  );
}

/** Without keys that look like secrets (`openAiApiKey`, `apikey`), at any depth. */
export function withoutSecrets(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const kept = Object.entries(values).filter(([key, value]) => !isSecret(key, value));
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutSecretsInside(value)]));
}

/** Settings for display, with the values of keys that look like secrets hidden. Keys of the schema contain none. */
export function shownSettings(settings: readonly SettingWithOrigin[]): SettingWithOrigin[] {
  return settings.map((setting) => {
    const { key, value } = setting;
    if (settingTraits.has(key.split(".", 1)[0] ?? key)) return setting;
    const kept = withoutSecrets({ [key]: value });
    return { ...setting, value: Object.hasOwn(kept, key) ? kept[key] : "(hidden)" };
  });
}

function withoutSecretsInside(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecretsInside);
  return isRecord(value) ? withoutSecrets(value) : value;
}

/** A number such as `maxOutputTokens` is not a secret. */
function isSecret(key: string, value: unknown): boolean {
  return typeof value !== "number" && typeof value !== "boolean" && endsWithOne(wordsOf(key).at(-1) ?? "", secretWords);
}

function endsWithOne(word: string, endings: readonly string[]): boolean {
  return endings.some((ending) => word.endsWith(ending) || word.endsWith(`${ending}s`));
}

function keysInside(value: unknown): [string, unknown][] {
  if (Array.isArray(value)) return value.flatMap(keysInside);
  return isRecord(value) ? Object.entries(value) : [];
}

/** `openAiApiKey` → open, ai, api, key. */
function wordsOf(key: string): string[] {
  const spaced = key.replace(/([a-z0-9])([A-Z])/g, "$1 $2").replace(/([A-Z])([A-Z][a-z])/g, "$1 $2");
  // Unicode classes take a millisecond to compile, on every start.
  const separators = /^[ -~]*$/.test(spaced) ? /[^a-z0-9]+/ : /[^\p{L}\p{N}]+/u;
  return spaced.toLowerCase().split(separators);
}
