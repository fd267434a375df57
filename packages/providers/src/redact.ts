/** Makes a server's text safe for a message: without secrets, on one line, at most `limit` characters. */
export type Quote = (text: string, limit: number) => string;

/** Shorter ones are placeholders ("none", "ollama"); redacting them would only garble messages. */
const minSecretLength = 8;

/** Redacts before truncating, which could leave part of a secret, and longer secrets before those they contain. */
export function quoterFor(...secrets: readonly (string | undefined)[]): Quote {
  const long = secrets.flatMap((secret = "") => (secret.length >= minSecretLength ? [secret] : []));
  const byLength = long.toSorted((left, right) => right.length - left.length);
  return (text, limit) =>
    shorten(
      byLength.reduce((rest, secret) => rest.replaceAll(secret, "[redacted]"), text),
      limit,
    );
}

/** Control and format characters could manipulate the terminal that shows the message. */
function shorten(text: string, limit: number): string {
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim();
  return line.length <= limit ? line : `${line.slice(0, limit - 1).toWellFormed()}…`;
}

const secretNames = /auth|key|token|secret|cookie|passw|signature|credential/i;

/** Whether a header or parameter of this name contains a secret. */
export function isSecretName(name: string): boolean {
  return secretNames.test(name);
}

/** A header's whole value, and the credential without its scheme. */
function credentialsIn(value: string): string[] {
  return [value, value.replace(/^(Bearer|Basic|Token)\s+/i, "")];
}

export function secretsInHeaders(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flatMap(([name, value]) => (isSecretName(name) ? credentialsIn(value) : []));
}
