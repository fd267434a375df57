import type { Connection } from "../connection.ts";

export interface OutgoingRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: readonly Buffer[];
}

/** The authentication headers of one request: signatures cover the body, and tokens expire. */
export type Authorise = (
  request: OutgoingRequest,
  signal: AbortSignal,
) => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;

/** The clouds' code is loaded only when it is needed. */
export async function authoriseFor(connection: Connection): Promise<Authorise> {
  const { apiKey, row } = connection;
  const auth = row.auth ?? "bearer";
  // A recording needs no credentials.
  if (connection.environment.ROO_REPLAY) return () => ({});
  if (auth === "google") return (await import("./google.ts")).createGoogleAuth(connection);
  if (auth === "aws") return (await import("./aws.ts")).createAwsAuth(connection);
  if (!apiKey) return () => ({});
  const headers = auth === "bearer" ? { authorization: `Bearer ${apiKey}` } : { [auth.header]: apiKey };
  return () => headers;
}
