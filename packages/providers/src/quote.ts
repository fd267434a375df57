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
