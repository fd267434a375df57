import type { Profile } from "@roo-code/types";
import { isRecord } from "../settings/setting-kinds.ts";

/** A profile as it stands in a file; keys we do not know are kept. undefined for what is none. */
export function toProfile(value: unknown): Profile | undefined {
  if (!isRecord(value) || typeof value.apiProvider !== "string" || value.apiProvider === "") return undefined;
  const isText = (key: string) => value[key] === undefined || typeof value[key] === "string";
  const isNumber = (key: string) => value[key] === undefined || typeof value[key] === "number";
  const { fallback } = value;
  const isList =
    fallback === undefined || (Array.isArray(fallback) && fallback.every((name) => typeof name === "string"));
  const isRight =
    ["apiKey", "apiModelId", "apiBaseUrl"].every(isText) && ["maxTokens", "temperature"].every(isNumber) && isList;
  return isRight ? { ...value, apiProvider: value.apiProvider } : undefined;
}
