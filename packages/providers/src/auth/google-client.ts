import { RooError } from "@roo-code/types";
import type { AuthClient } from "google-auth-library";
import type { Environment } from "../environment.ts";
import { createAccountClient } from "./google-account.ts";
import { type GoogleCredentials, howToSignIn } from "./google-credentials.ts";
import { createTransporter, type GoogleLibrary, type Reach } from "./google-transporter.ts";

/** Whatever must be sent to be let in. Not to be called again before it has settled. */
export type FetchHeaders = (signal: AbortSignal) => Promise<Record<string, string>>;

/** With these credentials or, where there are none, as the Google machine we run on. */
export async function createGoogleClient(
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
