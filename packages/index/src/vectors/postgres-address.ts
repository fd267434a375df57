import { RooError, systemErrorCode } from "@roo-code/types";

export interface PostgresAddress {
  /** What the client connects to, without the password. */
  readonly url: string;
  readonly password: string | undefined;
  /** For display: user, server and database, nothing secret. */
  readonly displayUrl: string;
}

/** `${env:NAME}` or `${NAME}`, as elsewhere in the settings. */
const reference = /^\$\{(?:env:)?([A-Za-z_][A-Za-z0-9_]*)\}$/;

/** Takes the password out of the address, or from the environment. Throws `RooError`, which never shows the address. */
export function postgresAddress(
  storeUrl: string,
  environment: Readonly<Record<string, string | undefined>>,
): PostgresAddress {
  const url = parseUrl(storeUrl);
  const inUrl = decode(url.password) || (url.searchParams.get("password") ?? "");
  url.password = "";
  url.searchParams.delete("password");
  const shown = new URL(url);
  shown.search = "";
  shown.hash = "";
  const password = inUrl === "" ? environment.PGPASSWORD : resolvePassword(inUrl, environment);
  return { url: url.href, password, displayUrl: shown.href };
}

function parseUrl(storeUrl: string): URL {
  const url = URL.parse(storeUrl);
  if (!url || !/^postgres(ql)?:\/\//i.test(storeUrl)) throw invalidUrl("a URL that starts with postgres://");
  // The client decodes these itself and would fail with its own message.
  for (const part of [url.username, url.hostname]) decode(part);
  return url;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw invalidUrl("a URL whose special characters are percent-encoded, such as %40 for @");
  }
}

function resolvePassword(inUrl: string, environment: Readonly<Record<string, string | undefined>>): string {
  const name = reference.exec(inUrl)?.[1];
  if (name === undefined) return inUrl;
  const value = environment[name];
  if (value) return value;
  throw new RooError({
    code: "store_incomplete",
    message: `The password of the vector store pgvector comes from ${name}, which is not set.`,
    next: `Set ${name} in the environment.`,
  });
}

function invalidUrl(expected: string): RooError {
  return new RooError({
    code: "store_incomplete",
    message: `The vector store pgvector needs embeddings.storeUrl to be ${expected}.`,
    next: `Set it, such as: roo config set embeddings '{"store":"pgvector","storeUrl":"postgres://me@localhost:5432/code"}'`,
  });
}

/** Turns the driver's error into one with a next step. Only the server's own errors have a severity. */
export function postgresFailure(error: unknown, { displayUrl, password }: PostgresAddress): unknown {
  if (!(error instanceof Error)) return error;
  const code = systemErrorCode(error);
  const reason = quote(error.message === "" ? (code ?? error.name) : error.message, password);
  if (code === undefined || !("severity" in error)) {
    return new RooError({
      code: "store_unreachable",
      message: `PostgreSQL cannot be reached at ${displayUrl} (${reason}).`,
      next: "Check that the server is running and that embeddings.storeUrl is correct.",
    });
  }
  return new RooError({
    code: "store_refused",
    message: `PostgreSQL at ${displayUrl} answered ${code}: ${reason}`,
    next: nextSteps[code] ?? "Check the database and embeddings.storeUrl: roo config get embeddings",
  });
}

export function missingExtension({ displayUrl }: PostgresAddress): RooError {
  return new RooError({
    code: "store_refused",
    message: `The database ${displayUrl} does not have the extension vector.`,
    next: "Install pgvector on its server, then run in that database, as a user with that privilege: CREATE EXTENSION vector",
  });
}

export function wrongDimensions(
  { displayUrl }: PostgresAddress,
  { stored, received }: { stored: number; received: number },
): RooError {
  return new RooError({
    code: "store_mismatch",
    message: `The vectors in ${displayUrl} have ${stored} dimensions, but the embedder returned one with ${received}.`,
    next: "Check the embedder's model, or delete the index's folder, which roo index status shows, and rebuild it.",
  });
}

const password = "Check the user in embeddings.storeUrl, and the password there or in PGPASSWORD.";

const nextSteps: Readonly<Record<string, string>> = {
  "28P01": password,
  "28000": password,
  "3D000": "Create the database, or name another one in embeddings.storeUrl.",
  "42501": "Allow the user to create tables in a schema roo_index: CREATE SCHEMA roo_index AUTHORIZATION …",
};

/** Text from the server or the driver: one short line, with the password removed. */
function quote(text: string, secret: string | undefined): string {
  const clean = secret ? text.replaceAll(secret, "***") : text;
  return clean
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim()
    .slice(0, 300);
}
