import type { Findings } from "../findings.ts";
import type { Plain } from "../plain-value.ts";
import { toProfile } from "./roo-profile.ts";

/** Adds a profile in Roo Code's form. Returns the name it goes by; undefined where it cannot be used here. */
export function bringRooProfile(findings: Findings, name: string, config: Plain): string | undefined {
  const { profile, strays, dropped } = toProfile(config);
  for (const field of dropped) findings.note(`Profile ${name}: ${field} holds secrets and was not copied.`);
  for (const [field, secret] of strays) {
    findings.addStrayKey(secret);
    findings.note(`Profile ${name} does not use its ${field}; it was not copied.`);
  }
  if (config.anthropicUseAuthToken === true)
    findings.note(`Profile ${name} used its key as a token; set ANTHROPIC_AUTH_TOKEN for that.`);
  return findings.addProfile(name, profile);
}
