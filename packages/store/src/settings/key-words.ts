import { isRecord } from "../is-record.ts";

const secretWords = ["key", "token", "secret", "password", "passphrase", "credential"];
const reachingWords = [
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

/** Whether a key, or one inside its value, is called like something that reaches out: runs, connects or unlocks. */
export function namesReach(key: string, value: unknown): boolean {
  return (
    wordsOf(key).some((word) => endsWithOne(word, reachingWords)) ||
    keysInside(value).some(([inner, held]) => namesReach(inner, held))
  );
}

/** Without what is called like a secret (`openAiApiKey`, `apikey`), however deep it is. */
export function withoutSecrets(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const kept = Object.entries(values).filter(([key, value]) => !isSecret(key, value));
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutSecretsInside(value)]));
}

function withoutSecretsInside(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecretsInside);
  return isRecord(value) ? withoutSecrets(value) : value;
}

/** A number such as `maxOutputTokens` unlocks nothing. */
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
  const parted = key.replace(/([a-z0-9])([A-Z])/g, "$1 $2").replace(/([A-Z])([A-Z][a-z])/g, "$1 $2");
  // Unicode classes take a millisecond to compile, at every start.
  const gaps = /^[ -~]*$/.test(parted) ? /[^a-z0-9]+/ : /[^\p{L}\p{N}]+/u;
  return parted.toLowerCase().split(gaps);
}
