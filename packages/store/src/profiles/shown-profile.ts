import type { Profile } from "@roo-code/types";

const secretHeaders = /auth|key|token|secret|cookie|passw|signature|credential/i;

/** A profile as it may be shown or handed on: without headers, documents and passwords that let somebody in. */
export function shownProfile(profile: Profile): Profile {
  const { headers, credentials, apiBaseUrl, ...rest } = profile;
  const harmless = Object.entries(headers ?? {}).filter(([name]) => !secretHeaders.test(name));
  const isDocument = credentials?.trim().startsWith("{") === true;
  return {
    ...rest,
    ...(apiBaseUrl !== undefined && { apiBaseUrl: withoutPassword(apiBaseUrl) }),
    ...(credentials !== undefined && !isDocument && { credentials }),
    ...(harmless.length > 0 && { headers: Object.fromEntries(harmless) }),
  };
}

function withoutPassword(address: string): string {
  const url = URL.parse(address);
  if (!url || (url.username === "" && url.password === "")) return address;
  url.username = "";
  url.password = "";
  return url.href;
}
