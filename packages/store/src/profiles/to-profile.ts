import { type Profile, profileSecretParts, reasoningEfforts } from "@roo-code/types";
import { isRecord } from "../is-record.ts";

const efforts: readonly unknown[] = reasoningEfforts;
const secretParts: readonly unknown[] = profileSecretParts;

/** By the kind of value; the compiler holds the names to the schema, which itself would be slow to load. */
const kinds: Readonly<Record<Exclude<KnownKey, "apiProvider">, (value: unknown) => boolean>> = {
  apiKey: isText,
  apiModelId: isText,
  apiBaseUrl: isText,
  region: isText,
  project: isText,
  credentials: isText,
  apiVersion: isText,
  serviceTier: isText,
  maxTokens: isNumber,
  temperature: isNumber,
  maxThinkingTokens: isNumber,
  contextWindow: isNumber,
  inputPrice: isNumber,
  outputPrice: isNumber,
  promptCache: (value) => typeof value === "boolean",
  reasoningEffort: (value) => efforts.includes(value),
  headers: (value) => isRecord(value) && Object.values(value).every(isText),
  fallback: (value) => Array.isArray(value) && value.every(isText),
  stored: (value) => Array.isArray(value) && value.every((part) => secretParts.includes(part)),
};

/** A profile as it stands in a file; keys we do not know are kept. undefined for what is none. */
export function toProfile(value: unknown): Profile | undefined {
  if (!isRecord(value) || typeof value.apiProvider !== "string" || value.apiProvider === "") return undefined;
  const isRight = Object.entries(kinds).every(([key, accepts]) => value[key] === undefined || accepts(value[key]));
  return isRight ? { ...value, apiProvider: value.apiProvider } : undefined;
}

/** The keys a profile is known to have, without the open rest. */
type KnownKey = keyof { [Key in keyof Profile as string extends Key ? never : Key]: true };

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isNumber(value: unknown): value is number {
  return typeof value === "number";
}
