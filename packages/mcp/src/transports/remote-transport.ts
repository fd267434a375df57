import {
  type OAuthClientProvider,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from "@modelcontextprotocol/client";
import { ConnectFailure } from "../connection/connect-failure.ts";
import type { RemoteConfiguration } from "../server-configuration.ts";

const reconnectionOptions = {
  initialReconnectionDelay: 500,
  maxReconnectionDelay: 10_000,
  reconnectionDelayGrowFactor: 2,
  maxRetries: 5,
};

/** A connection over HTTP; broken streams are resumed. */
export function remoteTransport(
  { type, url, headers = {} }: RemoteConfiguration,
  login: OAuthClientProvider | undefined,
): Transport {
  if (!URL.canParse(url)) {
    const message = "Its URL is invalid. A variable in it may not be set.";
    throw new ConnectFailure({ code: "bad_address", message, isPermanent: true });
  }
  const requestInit = { headers: { ...headers } };
  // A configured authorization header takes precedence over a login.
  const hasAuthorization = Object.keys(headers).some((name) => name.toLowerCase() === "authorization");
  const options = { requestInit, authProvider: hasAuthorization ? undefined : login };
  if (type === "sse") return new SSEClientTransport(new URL(url), options);
  return new StreamableHTTPClientTransport(new URL(url), { ...options, reconnectionOptions });
}
