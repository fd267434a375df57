import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { RooError } from "@roo-code/types";

export interface LoopbackCallback extends AsyncDisposable {
  /** Where the browser is sent back to. */
  readonly url: string;
  /** What the browser brings; the first answer with the right state counts, and no other. */
  wait(state: string, signal: AbortSignal): Promise<URLSearchParams>;
}

const path = "/callback";

/** Listens on this machine alone, on a port of its own or on the one it had before. */
export async function openCallback(preferred?: string): Promise<LoopbackCallback> {
  const arrived = Promise.withResolvers<URLSearchParams>();
  arrived.promise.catch(() => {});
  let expected: string | undefined;
  const server = createServer((request, response) => {
    const params = paramsOf(request, port);
    if (!params) return answer(response, 404, "There is nothing here.");
    // Somebody else's page may call us, too: without the state that only our own request had, it changes nothing.
    if (expected === undefined || params.get("state") !== expected)
      return answer(response, 400, "This is not the answer that was asked for.");
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
      arrived.reject(new RooError({ code: "login_ended", message: "The login was ended." }));
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function paramsOf({ method, url = "/", headers }: IncomingMessage, port: number): URLSearchParams | undefined {
  // A name that leads to this machine is not this machine's address.
  if (method !== "GET" || headers.host !== `127.0.0.1:${port}`) return undefined;
  const asked = new URL(url, "http://127.0.0.1");
  return asked.pathname === path ? asked.searchParams : undefined;
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
