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

/** A connection over HTTP; streams that break are resumed where they broke. */
export function remoteTransport(
  { type, url, headers = {} }: RemoteConfiguration,
  login: OAuthClientProvider | undefined,
): Transport {
  if (!URL.canParse(url)) {
    const message = "Its address is none. A variable in it may not be set.";
    throw new ConnectFailure({ code: "bad_address", message, isPermanent: true });
  }
  const requestInit = { headers: { ...headers } };
  // A header of the person's own is their answer to who they are.
  const isNamed = Object.keys(headers).some((name) => name.toLowerCase() === "authorization");
  const options = { requestInit, ...(login && !isNamed && { authProvider: login }) };
  if (type === "sse") return new SSEClientTransport(new URL(url), options);
  return new StreamableHTTPClientTransport(new URL(url), { ...options, reconnectionOptions });
}
