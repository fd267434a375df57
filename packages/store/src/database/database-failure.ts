import { RooError, systemErrorCode } from "@roo-code/types";

/** Of PostgreSQL, and of the way to it: a restart, too many clients, a lock, a disk that is full, a server that only reads. */
const passing = /^(08...|57014|57P0.|53[0-9A-Z]{3}|55P03|40001|40P01|25006|E(CONN|PIPE|TIMED|HOST)\w*)$/;
/** The client has no code for these. */
const passingWords =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error/;

/** Whether the database is only away for a while: what was asked may be asked again. */
export function isDatabaseAway(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (passing.test(systemErrorCode(cause) ?? "") || passingWords.test(cause.message)) return true;
  return false;
}

/** What PostgreSQL or the way to it said, as what a person can act upon. Anything else comes back as it is. */
export function databaseFailure(error: unknown, place: string): unknown {
  const code = systemErrorCode(error);
  if (!(error instanceof Error) || error instanceof RooError) return error;
  if (isDatabaseAway(error))
    return new RooError({
      code: "database_unreachable",
      message: `${place} cannot be reached: ${innermost(error).message || code}`,
      next: "Check that the server runs and that DATABASE_URL is right.",
      cause: error,
    });
  if (!/^[0-9A-Z]{5}$/.test(code ?? "")) return error;
  return new RooError({
    code: "database_refused",
    message: `${place} refused: ${error.message}`,
    next: "Check the user and the database that DATABASE_URL names.",
    cause: error,
  });
}

/** Whoever wraps an error of the database's puts the whole query into the message. */
function innermost(error: Error): Error {
  return error.cause instanceof Error ? innermost(error.cause) : error;
}
