import { RooError } from "@roo-code/types";

export interface PostgresAddress {
  /** What the client connects to; the password is apart. */
  readonly url: string;
  readonly password: string | undefined;
  /** For people: user, server and database, nothing secret. */
  readonly place: string;
}

/** `${env:NAME}` or `${NAME}`, as elsewhere in the settings. */
const reference = /^\$\{(?:env:)?([A-Za-z_][A-Za-z0-9_]*)\}$/;

/** Takes the password out of the address, or from the environment. Throws `RooError`, which never shows the address. */
export function postgresAddress(
  storeUrl: string,
  environment: Readonly<Record<string, string | undefined>>,
): PostgresAddress {
  const url = parsed(storeUrl);
  const written = decoded(url.password) || (url.searchParams.get("password") ?? "");
  url.password = "";
  url.searchParams.delete("password");
  const place = new URL(url);
  place.search = "";
  place.hash = "";
  const password = written === "" ? environment.PGPASSWORD : filledIn(written, environment);
  return { url: url.href, password, place: place.href };
}

function parsed(storeUrl: string): URL {
  const url = URL.parse(storeUrl);
  if (!url || !/^postgres(ql)?:\/\//i.test(storeUrl)) throw incomplete("an address that begins with postgres://");
  // The client decodes these by itself and would fail with words of its own.
  for (const part of [url.username, url.hostname]) decoded(part);
  return url;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw incomplete("an address in which special characters are written as in %40");
  }
}

function filledIn(written: string, environment: Readonly<Record<string, string | undefined>>): string {
  const name = reference.exec(written)?.[1];
  if (name === undefined) return written;
  const value = environment[name];
  if (value) return value;
  throw new RooError({
    code: "store_incomplete",
    message: `The password of the vector store pgvector is to come from ${name}, which is not set.`,
    next: `Set ${name} in the environment.`,
  });
}

function incomplete(what: string): RooError {
  return new RooError({
    code: "store_incomplete",
    message: `The vector store pgvector needs embeddings.storeUrl to be ${what}.`,
    next: `Set it, such as: roo config set embeddings '{"store":"pgvector","storeUrl":"postgres://me@localhost:5432/code"}'`,
  });
}
