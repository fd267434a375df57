import type { Profile } from "@roo-code/types";
import { isRecord } from "../is-record.ts";
import { hasSecretShape } from "../secrets/secret-shape.ts";

const secretHeaders = /auth|key|token|secret|cookie|passw|signature|credential/i;

/** The secrets of a profile. */
export interface ProfileSecrets {
  readonly apiKey?: string;
  /** Cloud credentials, if given inline and not as a path. */
  readonly credentials?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Separates the secrets from the part of a profile that may be in a file. References to variables are no secrets. */
export function splitProfile(profile: Profile): { open: Profile; secrets: ProfileSecrets } {
  const { apiKey, credentials, headers, stored: _, ...rest } = profile;
  const isKey = apiKey !== undefined && !isReference(apiKey);
  const isDocument = credentials?.trimStart().startsWith("{") === true;
  const all = Object.entries(headers ?? {});
  const secret = all.filter(
    ([name, value]) => !isReference(value) && (secretHeaders.test(name) || hasSecretShape(value)),
  );
  const harmless = all.filter((entry) => !secret.includes(entry));
  const stored = [...(isDocument ? ["credentials" as const] : []), ...(secret.length > 0 ? ["headers" as const] : [])];
  return {
    open: {
      ...rest,
      apiKey: isKey ? undefined : apiKey,
      credentials: isDocument ? undefined : credentials,
      headers: harmless.length > 0 ? Object.fromEntries(harmless) : undefined,
      stored: stored.length > 0 ? stored : undefined,
    },
    secrets: {
      ...(isKey && { apiKey }),
      ...(isDocument && { credentials }),
      ...(secret.length > 0 && { headers: Object.fromEntries(secret) }),
    },
  };
}

/** Every string that must not occur anywhere else. */
export function secretTexts({ apiKey, credentials, headers = {} }: ProfileSecrets): string[] {
  const texts = [apiKey, credentials, ...Object.values(parseTexts(credentials ?? "")), ...Object.values(headers)];
  return texts.flatMap((text) => (text === undefined ? [] : [text, text.replace(/^(Bearer|Basic|Token)\s+/i, "")]));
}

/** Strings by name, as headers are stored in the secret store. Never throws: damaged text gives none. */
export function parseTexts(text: string): Record<string, string> {
  try {
    const parsed: unknown = JSON.parse(text);
    const entries = isRecord(parsed) ? Object.entries(parsed) : [];
    return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
  } catch {
    return {};
  }
}

function isReference(value: string): boolean {
  return value.includes("${");
}

/** A profile for display or export: without secret headers, credentials and passwords. */
export function shownProfile(profile: Profile): Profile {
  const { stored: _, ...open } = splitProfile(profile).open;
  const { apiBaseUrl } = open;
  return { ...open, apiBaseUrl: apiBaseUrl === undefined ? undefined : withoutPassword(apiBaseUrl) };
}

function withoutPassword(address: string): string {
  const url = URL.parse(address);
  if (!url || (url.username === "" && url.password === "")) return address;
  url.username = "";
  url.password = "";
  return url.href;
}
