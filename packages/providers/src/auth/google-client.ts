import { RooError } from "@roo-code/types";
import type { AuthClient } from "google-auth-library";
import type { Environment } from "../environment.ts";
import { createAccountClient } from "./google-account.ts";
import { type GoogleCredentials, howToSignIn } from "./google-credentials.ts";
import { type CurrentSignal, createTransporter, type GoogleLibrary } from "./google-transporter.ts";

/** Whatever must be sent to be let in. Not to be called again before it has settled. */
export type FetchHeaders = (signal: AbortSignal) => Promise<Record<string, string>>;

/** With these credentials or, where there are none, as the Google machine we run on. */
export async function createGoogleClient(
  credentials: GoogleCredentials | undefined,
  environment: Environment,
): Promise<FetchHeaders> {
  const library = await import("google-auth-library");
  let current: AbortSignal | undefined;
  const signal = () => current;
  const client = credentials
    ? createAccountClient(library, credentials, signal)
    : machineClient(library, environment, signal);
  return async (asked) => {
    current = asked;
    return Object.fromEntries(await client.getRequestHeaders());
  };
}

function machineClient(library: GoogleLibrary, environment: Environment, signal: CurrentSignal): AuthClient {
  if (isOnGoogle(library, environment)) return new library.Compute({ transporter: createTransporter(library, signal) });
  const message = "There are no Google credentials: neither in the settings nor where Google's tools keep them.";
  throw new RooError({ code: "missing_credentials", message, next: howToSignIn });
}

/** Told by the machine itself: asking the network would take seconds wherever the answer is no. */
function isOnGoogle({ gcpMetadata }: GoogleLibrary, environment: Environment): boolean {
  const { METADATA_SERVER_DETECTION: detection, GCE_METADATA_HOST: host, GCE_METADATA_IP: address } = environment;
  if (detection === "none") return false;
  return detection === "assume-present" || Boolean(host || address) || gcpMetadata.getGCPResidency();
}
