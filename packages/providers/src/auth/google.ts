import type { Connection } from "../connection.ts";
import type { Authorise } from "./authorise.ts";
import { createGoogleClient, type FetchHeaders } from "./google-client.ts";
import { findGoogleCredentials } from "./google-credentials.ts";
import { toGoogleFailure } from "./google-failure.ts";
import { SharedWork } from "./shared-work.ts";

/**
 * Google's access tokens: kept until shortly before their end, and fetched once however many requests wait for one.
 * Throws `RooError` `missing_credentials`, `bad_credentials`, a `ProviderError` when the token server fails, or the
 * signal's reason.
 */
export function createGoogleAuth({ settings, environment, quote }: Connection): Authorise {
  let fetchHeaders: FetchHeaders | undefined;
  let place = "the environment";

  async function open(): Promise<FetchHeaders> {
    const credentials = findGoogleCredentials(settings, environment);
    place = credentials?.place ?? place;
    return createGoogleClient(credentials, environment);
  }

  const headers = new SharedWork(async (signal) => {
    try {
      fetchHeaders ??= await open();
      return await fetchHeaders(signal);
    } catch (error) {
      throw toGoogleFailure(error, { place, quote });
    }
  });

  return (_, signal) => headers.wait(signal);
}
