import {
  auth,
  Client,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { RooError } from "@roo-code/types";
import type { RemoteConfiguration } from "../server-configuration.ts";
import { openCallback } from "./loopback-callback.ts";
import { OAuthLogin } from "./oauth-login.ts";
import type { LoginStore } from "./stored-login.ts";

export interface LoginRequest {
  /** With its variables filled in. */
  readonly configuration: RemoteConfiguration;
  readonly store: LoginStore;
  readonly version: string;
  /** The address that the person must open. */
  readonly onAddress: (url: URL) => void;
  readonly signal: AbortSignal;
}

/** Logs a person in with their browser. `unneeded`: the server takes us as we are. Throws `RooError` `login_failed`. */
export async function logIn(request: LoginRequest): Promise<"done" | "unneeded"> {
  const { configuration, store, version, onAddress, signal } = request;
  const { redirectUrl } = await store.read();
  await using callback = await openCallback(redirectUrl);
  const person = { redirectUrl: callback.url, visit: onAddress };
  const login = await OAuthLogin.open({ store, configuration: configuration.oauth, person });
  const url = new URL(configuration.url);
  const options = { authProvider: login, requestInit: { headers: { ...configuration.headers } } };
  const connect = async () => {
    const client = new Client({ name: "Roo Code", version }, { versionNegotiation: { mode: "auto" } });
    const transport =
      configuration.type === "sse"
        ? new SSEClientTransport(url, options)
        : new StreamableHTTPClientTransport(url, options);
    try {
      await client.connect(transport, { signal });
      await client.close();
      return undefined;
    } catch (error) {
      if (error instanceof UnauthorizedError) return transport;
      throw error;
    }
  };
  try {
    const waiting = await connect();
    if (!waiting && login.wantedScope === undefined) return "unneeded";
    if (waiting) await waiting.finishAuth(await callback.wait(login.expectedState, signal));
    else await widen(login, { url, wait: () => callback.wait(login.expectedState, signal) });
    if (await connect()) throw new Error("the server does not accept the login");
    return "done";
  } catch (error) {
    signal.throwIfAborted();
    throw loginFailed(error);
  }
}

/** For a server that has asked for more than was granted. */
async function widen(
  login: OAuthLogin,
  { url, wait }: { url: URL; wait: () => Promise<URLSearchParams> },
): Promise<void> {
  const scope = login.wantedScope;
  await auth(login, { serverUrl: url, forceReauthorization: true, scope });
  const params = await wait();
  const iss = params.get("iss");
  await auth(login, {
    serverUrl: url,
    authorizationCode: params.get("code") ?? "",
    iss: iss ?? undefined,
  });
}

function loginFailed(error: unknown): RooError {
  const said = error instanceof Error ? error.message : String(error);
  return new RooError({
    code: "login_failed",
    message: `The login failed: ${said.slice(0, 300)}`,
    next: "Try again; if the server knows no registration by programs, give it an oauth.clientId in its configuration.",
    cause: error,
  });
}
