import { hasSecretShape } from "../secrets/secret-shape.ts";
import { isRecord } from "./plain-value.ts";

const secretName =
  /(^|[_\-.])(api)?(key|token|secret|passw(or)?d|pwd|passphrase|credentials?|auth(orization)?|bearer|cookie|pat)([_\-.]|$)/i;
/** Names written without separators: `apiKey`, `clientSecret`, `accessToken`. */
const secretWord =
  /(apikey|accesskey|secretkey|privatekey|secret|token|password|passphrase|credentials|authorization|cookie)/i;
/** Token counts and the like are not secrets. */
const harmlessName =
  /(max|limit|budget|count|num|thinking|context|window)[a-z_-]*tokens?|tokens?[a-z_-]*(limit|budget|count)/i;

/** Long and mixed, without spaces; a path has more separators. */
const randomValue = /^(?!\/)(?!(.*\/){3})(?=.*\d)(?=.*[A-Za-z])[A-Za-z0-9+/=]{24,}$/;

/** Whether the name suggests that the value is a secret. */
export function isSecretName(name: string): boolean {
  return (secretName.test(name) || secretWord.test(name)) && !harmlessName.test(name);
}

/** Whether a string is a reference to a secret, not the secret itself. */
export function isReference(value: string): boolean {
  return /^\s*((bearer|basic|token)\s+)?\$\{[^}]+\}\s*$/i.test(value);
}

/** Whether a named value should be treated as a secret; errs on the side of caution. */
export function looksSecret(name: string, value: string): boolean {
  if (value === "" || isReference(value)) return false;
  if (hasSecretShape(value) || randomValue.test(value)) return true;
  return isSecretName(name) && !isHarmless(value);
}

/** Whether a value contains a secret at any depth. */
export function holdsSecret(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsSecret);
  if (!isRecord(value)) return typeof value === "string" && hasSecretShape(value);
  return Object.entries(value).some(([name, item]) =>
    typeof item === "string" ? looksSecret(name, item) : holdsSecret(item),
  );
}

/** Switches, small numbers and paths under a name that suggests a secret. */
function isHarmless(value: string): boolean {
  return /^(true|false|yes|no|on|off|none|\d{1,5})$/i.test(value) || /^(~|\.{0,2})\/[\w./-]*\.\w+$/.test(value);
}

/** A name for an environment variable: `my server` and `X-Api-Key` → `MY_SERVER_X_API_KEY`. */
export function variableName(...parts: readonly string[]): string {
  const name = parts
    .join("_")
    .replaceAll(/[^A-Za-z0-9]+/g, "_")
    .replaceAll(/^_+|_+$/g, "")
    .toUpperCase();
  return /^[A-Z]/.test(name) ? name : `ROO_${name}`;
}
