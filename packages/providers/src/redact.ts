/** A server's words made fit for a message: without the key, on one line, at most `limit` characters. */
export type Quote = (text: string, limit: number) => string;

/** Shorter ones are placeholders ("none", "ollama"); blanking them out would only garble messages. */
const shortestSecret = 8;

/** Secrets go first: cut to length, half of one might stay. The longest before those that are a part of it. */
export function quoterFor(...secrets: readonly (string | undefined)[]): Quote {
  const long = secrets.flatMap((secret = "") => (secret.length >= shortestSecret ? [secret] : []));
  const longestFirst = long.toSorted((left, right) => right.length - left.length);
  return (text, limit) =>
    shorten(
      longestFirst.reduce((rest, secret) => rest.replaceAll(secret, "[redacted]"), text),
      limit,
    );
}

/** Control and format characters could rewrite the terminal the message is shown in. */
function shorten(text: string, limit: number): string {
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim();
  return line.length <= limit ? line : `${line.slice(0, limit - 1).toWellFormed()}…`;
}

const secretNames = /auth|key|token|secret|cookie|passw|signature|credential/i;

/** Whether what stands under this name, of a header or a parameter, lets somebody in. */
export function isSecretName(name: string): boolean {
  return secretNames.test(name);
}

/** A header's whole value, and the credential behind the name of its scheme. */
function credentialsIn(value: string): string[] {
  return [value, value.replace(/^(Bearer|Basic|Token)\s+/i, "")];
}

export function secretsInHeaders(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flatMap(([name, value]) => (isSecretName(name) ? credentialsIn(value) : []));
}
