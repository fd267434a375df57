import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { RooError } from "@roo-code/types";

export interface LoopbackCallback extends AsyncDisposable {
  /** The redirect URL for the browser. */
  readonly url: string;
  /** The parameters of the redirect; only the first request with the right state counts. */
  wait(state: string, signal: AbortSignal): Promise<URLSearchParams>;
}

const path = "/callback";

/** Listens on the loopback interface, on the port of `preferred` if it is free, else on any. */
export async function openCallback(preferred?: string): Promise<LoopbackCallback> {
  const arrived = Promise.withResolvers<URLSearchParams>();
  arrived.promise.catch(() => {});
  let expected: string | undefined;
  const server = createServer((request, response) => {
    const params = paramsOf(request, port);
    if (!params) return answer(response, 404, "Not found.");
    // Any web page can send a request here; only the state proves that it answers ours.
    if (expected === undefined || params.get("state") !== expected) return answer(response, 400, "Unexpected state.");
    expected = undefined;
    arrived.resolve(params);
    answer(
      response,
      200,
      params.has("error")
        ? "You were not logged in. You can close this window."
        : "You are logged in. You can close this window.",
    );
  });
  const port = await listen(server, portOf(preferred)).catch(() => listen(server, 0));
  return {
    url: `http://127.0.0.1:${port}${path}`,
    wait(state, signal) {
      expected = state;
      const stop = (): void => arrived.reject(signal.reason);
      signal.addEventListener("abort", stop, { once: true });
      return arrived.promise.finally(() => signal.removeEventListener("abort", stop));
    },
    async [Symbol.asyncDispose]() {
      arrived.reject(new RooError({ code: "login_ended", message: "The login was cancelled." }));
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function paramsOf({ method, url = "/", headers }: IncomingMessage, port: number): URLSearchParams | undefined {
  // Another host name may be a DNS rebinding attack.
  if (method !== "GET" || headers.host !== `127.0.0.1:${port}`) return undefined;
  const requested = new URL(url, "http://127.0.0.1");
  return requested.pathname === path ? requested.searchParams : undefined;
}

function answer(response: ServerResponse, status: number, text: string): void {
  const head = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store", connection: "close" };
  response.writeHead(status, head).end(text);
}

function listen(server: ReturnType<typeof createServer>, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", reject);
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : port);
    });
  });
}

function portOf(url: string | undefined): number {
  return url !== undefined && URL.canParse(url) ? Number(new URL(url).port) || 0 : 0;
}
