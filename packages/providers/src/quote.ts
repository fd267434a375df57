/** A server's words made fit for a message: without the key, on one line, at most `limit` characters. */
export type Quote = (text: string, limit: number) => string;

/** Shorter ones are placeholders ("none", "ollama"); blanking them out would only garble messages. */
const shortestSecret = 8;

/** The secret goes first: cut to length, half of it might stay. */
export function quoterFor(secret: string | undefined): Quote {
  if (secret === undefined || secret.length < shortestSecret) return shorten;
  return (text, limit) => shorten(text.replaceAll(secret, "[redacted]"), limit);
}

/** Control and format characters could rewrite the terminal the message is shown in. */
function shorten(text: string, limit: number): string {
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim();
  return line.length <= limit ? line : `${line.slice(0, limit - 1).toWellFormed()}…`;
}
