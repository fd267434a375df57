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
import { createTransporter, type GoogleLibrary, type TokenAccess } from "./google-transporter.ts";
import { SharedOperation } from "./shared-operation.ts";

/**
 * Google's access tokens: reused until shortly before they expire, and fetched once for all waiting requests.
 * Throws `RooError` `missing_credentials`, `bad_credentials`, a `ProviderError` if the token server fails, or the
 * signal's reason.
 */
export function createGoogleAuth({ settings, environment, quote }: Connection): Authorise {
  let fetchHeaders: FetchHeaders | undefined;
  let source = "the environment";

  async function open(): Promise<FetchHeaders> {
    const credentials = findGoogleCredentials(settings, environment);
    source = credentials?.source ?? source;
    return createGoogleClient(credentials, environment);
  }

  const headers = new SharedOperation(async (signal) => {
    try {
      fetchHeaders ??= await open();
      return await fetchHeaders(signal);
    } catch (error) {
      throw toGoogleFailure(error, { source, quote });
    }
  });

  return (_, signal) => headers.wait(signal);
}

/** Fetches the authentication headers. Must not be called again before it has settled. */
type FetchHeaders = (signal: AbortSignal) => Promise<Record<string, string>>;

/** With these credentials or, without any, as the Google machine we run on. */
async function createGoogleClient(
  credentials: GoogleCredentials | undefined,
  environment: Environment,
): Promise<FetchHeaders> {
  const library = await import("./google-library.ts");
  let current: AbortSignal | undefined;
  const access: TokenAccess = { signal: () => current, environment };
  const client = credentials ? createAccountClient(library, credentials, access) : machineClient(library, access);
  return async (signal) => {
    current = signal;
    return Object.fromEntries(await client.getRequestHeaders());
  };
}

function machineClient(library: GoogleLibrary, access: TokenAccess): AuthClient {
  if (isOnGoogle(library, access.environment))
    return new library.Compute({ transporter: createTransporter(library, access) });
  const message = "No Google credentials were found in the settings, the environment or gcloud's configuration.";
  throw new RooError({ code: "missing_credentials", message, next: howToSignIn });
}

/** Detected locally: asking the network would take seconds on every other machine. */
function isOnGoogle({ gcpMetadata }: GoogleLibrary, environment: Environment): boolean {
  const { METADATA_SERVER_DETECTION: detection, GCE_METADATA_HOST: host, GCE_METADATA_IP: address } = environment;
  if (detection === "none") return false;
  return detection === "assume-present" || Boolean(host || address) || gcpMetadata.getGCPResidency();
}

/** Why there is no token: the credentials, the token server, or the network. */
function toGoogleFailure(error: unknown, { source, quote }: { source: string; quote: Quote }): RooError {
  if (error instanceof RooError) return error;
  const { message, code, config, response } = recordOf(error);
  const reason = quote(textOf(message) ?? "", 200);
  const { status } = recordOf(response);
  const { url: requested } = recordOf(config);
  const url = requested instanceof URL ? requested : URL.parse(textOf(requested) ?? "");
  if (typeof status === "number" && url && (status >= 500 || status === 429)) {
    const problem = `Google's token server ${hostAndPort(url)} answered ${status}: ${reason}`;
    return new ProviderError({ code: toErrorCode({ status }), message: problem, status });
  }
  if (status === undefined && url) return toTransportFailure(code, url);
  return new RooError({
    code: "bad_credentials",
    message: `The Google credentials in ${source} were not accepted: ${reason}`,
    next: howToSignIn,
  });
}

function toTransportFailure(code: unknown, url: URL): ProviderError {
  if (code !== "TimeoutError") return toNetworkError({ code: textOf(code) }, url);
  return new ProviderError({ code: "timeout", message: `Google's token server ${hostAndPort(url)} did not answer.` });
}
