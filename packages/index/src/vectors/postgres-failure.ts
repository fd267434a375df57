import { RooError, systemErrorCode } from "@roo-code/types";
import type { PostgresAddress } from "./postgres-address.ts";

/** What the driver threw, as something a person can act upon. Only an answer of the server has a severity. */
export function postgresFailure(error: unknown, { place, password }: PostgresAddress): unknown {
  if (!(error instanceof Error)) return error;
  const code = systemErrorCode(error);
  const reason = quote(error.message === "" ? (code ?? error.name) : error.message, password);
  if (code === undefined || !("severity" in error)) {
    return new RooError({
      code: "store_unreachable",
      message: `PostgreSQL cannot be reached at ${place} (${reason}).`,
      next: "Check that the server runs and that embeddings.storeUrl is right.",
    });
  }
  return new RooError({
    code: "store_refused",
    message: `PostgreSQL at ${place} answered ${code}: ${reason}`,
    next: nextSteps[code] ?? "Check the database and embeddings.storeUrl: roo config get embeddings",
  });
}

export function missingExtension({ place }: PostgresAddress): RooError {
  return new RooError({
    code: "store_refused",
    message: `The database ${place} does not have the extension vector.`,
    next: "Install pgvector on its server, then run in that database, as one who may: CREATE EXTENSION vector",
  });
}

export function wrongDimensions(
  { place }: PostgresAddress,
  { kept, given }: { kept: number; given: number },
): RooError {
  return new RooError({
    code: "store_mismatch",
    message: `The vectors in ${place} have ${kept} dimensions, but the embedder gave one with ${given}.`,
    next: "Check the embedder's model, or delete the index's folder, which roo index status names, and build it anew.",
  });
}

const password = "Check the user in embeddings.storeUrl, and the password there or in PGPASSWORD.";

const nextSteps: Readonly<Record<string, string>> = {
  "28P01": password,
  "28000": password,
  "3D000": "Create the database, or name another one in embeddings.storeUrl.",
  "42501": "Give the user the right to create tables in a schema roo_index: CREATE SCHEMA roo_index AUTHORIZATION …",
};

/** Text of the server or the driver: one short line, without the password should it be in it. */
function quote(text: string, secret: string | undefined): string {
  const clean = secret ? text.replaceAll(secret, "***") : text;
  return clean
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim()
    .slice(0, 300);
}
