import { ProviderError, RooError } from "@roo-code/types";
import type { AuthClient } from "google-auth-library";
import type { Connection } from "../connection.ts";
import type { Environment } from "../environment.ts";
import { toErrorCode } from "../error-code.ts";
import { hostAndPort, toNetworkError } from "../http/http-errors.ts";
import { recordOf, textOf } from "../json-value.ts";
import type { Quote } from "../redact.ts";
import type { Authorise } from "./authorise.ts";
import { createAccountClient } from "./google-account.ts";
import { findGoogleCredentials, type GoogleCredentials, howToSignIn } from "./google-credentials.ts";
import { createTransporter, type GoogleLibrary, type Reach } from "./google-transporter.ts";
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

/** Whatever must be sent to be let in. Not to be called again before it has settled. */
type FetchHeaders = (signal: AbortSignal) => Promise<Record<string, string>>;

/** With these credentials or, where there are none, as the Google machine we run on. */
async function createGoogleClient(
  credentials: GoogleCredentials | undefined,
  environment: Environment,
): Promise<FetchHeaders> {
  const library = await import("./google-library.ts");
  let current: AbortSignal | undefined;
  const reach: Reach = { signal: () => current, environment };
  const client = credentials ? createAccountClient(library, credentials, reach) : machineClient(library, reach);
  return async (asked) => {
    current = asked;
    return Object.fromEntries(await client.getRequestHeaders());
  };
}

function machineClient(library: GoogleLibrary, reach: Reach): AuthClient {
  if (isOnGoogle(library, reach.environment))
    return new library.Compute({ transporter: createTransporter(library, reach) });
  const message = "There are no Google credentials: neither in the settings nor where Google's tools keep them.";
  throw new RooError({ code: "missing_credentials", message, next: howToSignIn });
}

/** Told by the machine itself: asking the network would take seconds wherever the answer is no. */
function isOnGoogle({ gcpMetadata }: GoogleLibrary, environment: Environment): boolean {
  const { METADATA_SERVER_DETECTION: detection, GCE_METADATA_HOST: host, GCE_METADATA_IP: address } = environment;
  if (detection === "none") return false;
  return detection === "assume-present" || Boolean(host || address) || gcpMetadata.getGCPResidency();
}

/** Why there is no token: the person's credentials, the token server, or the way to it. */
function toGoogleFailure(error: unknown, { place, quote }: { place: string; quote: Quote }): RooError {
  if (error instanceof RooError) return error;
  const { message, code, config, response } = recordOf(error);
  const words = quote(textOf(message) ?? "", 200);
  const { status } = recordOf(response);
  const { url: asked } = recordOf(config);
  const url = asked instanceof URL ? asked : URL.parse(textOf(asked) ?? "");
  if (typeof status === "number" && url && (status >= 500 || status === 429)) {
    const said = `Google's token server ${hostAndPort(url)} answered ${status}: ${words}`;
    return new ProviderError({ code: toErrorCode({ status }), message: said, status });
  }
  if (status === undefined && url) return toTransportFailure(code, url);
  return new RooError({
    code: "bad_credentials",
    message: `The Google credentials in ${place} were not accepted: ${words}`,
    next: howToSignIn,
  });
}

function toTransportFailure(code: unknown, url: URL): ProviderError {
  if (code !== "TimeoutError") return toNetworkError({ code: textOf(code) }, url);
  return new ProviderError({ code: "timeout", message: `Google's token server ${hostAndPort(url)} did not answer.` });
}
