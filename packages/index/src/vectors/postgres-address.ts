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
  const url = parsed(storeUrl);
  const written = decoded(url.password) || (url.searchParams.get("password") ?? "");
  url.password = "";
  url.searchParams.delete("password");
  const shown = new URL(url);
  shown.search = "";
  shown.hash = "";
  const password = written === "" ? environment.PGPASSWORD : filledIn(written, environment);
  return { url: url.href, password, displayUrl: shown.href };
}

function parsed(storeUrl: string): URL {
  const url = URL.parse(storeUrl);
  if (!url || !/^postgres(ql)?:\/\//i.test(storeUrl)) throw incomplete("an address that begins with postgres://");
  // The client decodes these itself and would fail with a message of its own.
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
    message: `The password of the vector store pgvector comes from ${name}, which is not set.`,
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

/** What the driver threw, as an error with a next step. Only the server's own errors have a severity. */
export function postgresFailure(error: unknown, { displayUrl, password }: PostgresAddress): unknown {
  if (!(error instanceof Error)) return error;
  const code = systemErrorCode(error);
  const reason = quote(error.message === "" ? (code ?? error.name) : error.message, password);
  if (code === undefined || !("severity" in error)) {
    return new RooError({
      code: "store_unreachable",
      message: `PostgreSQL cannot be reached at ${displayUrl} (${reason}).`,
      next: "Check that the server runs and that embeddings.storeUrl is right.",
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
    next: "Install pgvector on its server, then run in that database, as a user with the right to: CREATE EXTENSION vector",
  });
}

export function wrongDimensions(
  { displayUrl }: PostgresAddress,
  { kept, given }: { kept: number; given: number },
): RooError {
  return new RooError({
    code: "store_mismatch",
    message: `The vectors in ${displayUrl} have ${kept} dimensions, but the embedder gave one with ${given}.`,
    next: "Check the embedder's model, or delete the index's folder, which roo index status shows, and rebuild it.",
  });
}

const password = "Check the user in embeddings.storeUrl, and the password there or in PGPASSWORD.";

const nextSteps: Readonly<Record<string, string>> = {
  "28P01": password,
  "28000": password,
  "3D000": "Create the database, or name another one in embeddings.storeUrl.",
  "42501": "Give the user the right to create tables in a schema roo_index: CREATE SCHEMA roo_index AUTHORIZATION …",
};

/** Text from the server or the driver: one short line, with the password removed. */
function quote(text: string, secret: string | undefined): string {
  const clean = secret ? text.replaceAll(secret, "***") : text;
  return clean
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim()
    .slice(0, 300);
}
