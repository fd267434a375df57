import { type Profile, profileSecretParts, reasoningEfforts } from "@roo-code/types";
import { isRecord } from "../is-record.ts";

const efforts: readonly unknown[] = reasoningEfforts;
const secretParts: readonly unknown[] = profileSecretParts;

/** The type of each field. The compiler checks the names against the schema, which would be slow to load. */
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

/** A profile from a file; unknown keys are kept. undefined if it is invalid. */
export function toProfile(value: unknown): Profile | undefined {
  if (!isRecord(value) || typeof value.apiProvider !== "string" || value.apiProvider === "") return undefined;
  const isValid = Object.entries(kinds).every(([key, accepts]) => value[key] === undefined || accepts(value[key]));
  return isValid ? { ...value, apiProvider: value.apiProvider } : undefined;
}

/** The known keys of a profile. */
type KnownKey = keyof { [Key in keyof Profile as string extends Key ? never : Key]: true };

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isNumber(value: unknown): value is number {
  return typeof value === "number";
}
