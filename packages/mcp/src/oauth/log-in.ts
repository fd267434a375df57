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
  /** With its variables replaced. */
  readonly configuration: RemoteConfiguration;
  readonly store: LoginStore;
  readonly version: string;
  /** Called with the URL that the user must open. */
  readonly onAddress: (url: URL) => void;
  readonly signal: AbortSignal;
}

/** Logs the user in with their browser. `unneeded`: the server requires no login. Throws `RooError` `login_failed`. */
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
    const pending = await connect();
    if (!pending && login.wantedScope === undefined) return "unneeded";
    if (pending) await pending.finishAuth(await callback.wait(login.expectedState, signal));
    else await widenScope(login, { url, wait: () => callback.wait(login.expectedState, signal) });
    if (await connect()) throw new Error("the server did not accept the login");
    return "done";
  } catch (error) {
    signal.throwIfAborted();
    throw loginFailed(error);
  }
}

/** For a server that requested a wider scope than was granted. */
async function widenScope(
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
  const reason = error instanceof Error ? error.message : String(error);
  return new RooError({
    code: "login_failed",
    message: `The login failed: ${reason.slice(0, 300)}`,
    next: "Try again; if the server does not support dynamic client registration, set oauth.clientId in its configuration.",
    cause: error,
  });
}
