import { holdsSecret, looksSecret } from "@roo-code/store/secret-value";
import { RooError } from "@roo-code/types";

/** Settings are kept with a run and shown to everybody who may see it. Throws `RooError` `secret_in_settings`. */
export function refuseSecrets(settings: Readonly<Record<string, unknown>>): void {
  const found = Object.entries(settings).find(([name, value]) =>
    typeof value === "string" ? looksSecret(name, value) : holdsSecret(value),
  );
  if (!found) return;
  throw new RooError({
    code: "secret_in_settings",
    message: `The setting ${found[0]} of a run holds a secret, and is kept where others can read it.`,
    next: "Put the key into the provider's environment variable or into a profile, and name the profile.",
  });
}
