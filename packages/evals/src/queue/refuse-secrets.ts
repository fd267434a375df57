import { RooError } from "@roo-code/types";

/** As Roo Code's settings and ours name them. */
const secretName = /(^|[a-z])(key|secret|password|sessionToken|authorization)$/i;

/** Settings are kept with a run and shown to everybody who may see it. Throws `RooError` `secret_in_settings`. */
export function refuseSecrets(settings: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(settings)) {
    if (value !== null && typeof value === "object" && !Array.isArray(value))
      refuseSecrets(Object.fromEntries(Object.entries(value)));
    if (typeof value !== "string" || value === "" || !secretName.test(name) || /^\$\{.*\}$/.test(value)) continue;
    throw new RooError({
      code: "secret_in_settings",
      message: `The setting ${name} of a run would be kept where others can read it.`,
      next: "Put the key into the provider's environment variable or into a profile, and name the profile.",
    });
  }
}
