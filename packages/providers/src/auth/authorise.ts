import type { Connection } from "../connection.ts";

export interface OutgoingRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: readonly Buffer[];
}

/** The headers that say who sends a request, for each request anew: signatures cover the body, tokens grow old. */
export type Authorise = (
  request: OutgoingRequest,
  signal: AbortSignal,
) => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;

/** Clouds' ways are loaded only where they are needed. */
export async function authoriseFor(connection: Connection): Promise<Authorise> {
  const { apiKey, row } = connection;
  const auth = row.auth ?? "bearer";
  // A recording answers whoever asks, and without any network.
  if (connection.environment.ROO_REPLAY) return () => ({});
  if (auth === "google") return (await import("./google.ts")).createGoogleAuth(connection);
  if (auth === "aws") return (await import("./aws.ts")).createAwsAuth(connection);
  if (!apiKey) return () => ({});
  const headers = auth === "bearer" ? { authorization: `Bearer ${apiKey}` } : { [auth.header]: apiKey };
  return () => headers;
}
