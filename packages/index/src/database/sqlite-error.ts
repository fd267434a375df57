/** SQLite's error code, as `node:sqlite` passes it on. */
function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number") return undefined;
  // The lower byte is the code, the rest is detail.
  return error.errcode % 256;
}

const [busy, locked, corrupt, notADatabase] = [5, 6, 11, 26];

/** The file is not a database, or is damaged. */
export function isDamage(error: unknown): boolean {
  const code = resultCode(error);
  return code === corrupt || code === notADatabase;
}

/** Another process is using the database. */
export function isBusy(error: unknown): boolean {
  const code = resultCode(error);
  return code === busy || code === locked;
}
