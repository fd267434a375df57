import { RooError, systemErrorCode } from "@roo-code/types";
import type { PostgresAddress } from "./postgres-address.ts";

/** What PostgreSQL or the way to it said, as what a person can act upon. Anything else comes back as it is. */
export function postgresFailure(error: unknown, { place, password }: PostgresAddress): unknown {
  const code = systemErrorCode(error);
  if (!(error instanceof Error) || error instanceof RooError || code === undefined) return error;
  const words = quote(error.message === "" ? code : error.message, password);
  if (error.name !== "PostgresError") {
    return new RooError({
      code: "store_unreachable",
      message: `PostgreSQL cannot be reached at ${place} (${words}).`,
      next: "Check that the server runs and that embeddings.storeUrl is right.",
    });
  }
  return new RooError({
    code: "store_refused",
    message: `PostgreSQL at ${place} answered ${code}: ${words}`,
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

/** Somebody else's words: one short line, without the password should it be in them. */
function quote(text: string, secret: string | undefined): string {
  const clean = secret ? text.replaceAll(secret, "***") : text;
  return clean
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim()
    .slice(0, 300);
}
