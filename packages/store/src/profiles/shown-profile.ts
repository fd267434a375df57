import type { Profile } from "@roo-code/types";
import { splitProfile } from "./profile-secrets.ts";

/** A profile as it may be shown or handed on: without headers, documents and passwords that let somebody in. */
export function shownProfile(profile: Profile): Profile {
  const { stored: _, ...open } = splitProfile(profile).open;
  const { apiBaseUrl } = open;
  return { ...open, ...(apiBaseUrl !== undefined && { apiBaseUrl: withoutPassword(apiBaseUrl) }) };
}

function withoutPassword(address: string): string {
  const url = URL.parse(address);
  if (!url || (url.username === "" && url.password === "")) return address;
  url.username = "";
  url.password = "";
  return url.href;
}
