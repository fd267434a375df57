import { createServer, request } from "node:http";
import { onTestFinished } from "vitest";

/** Adds the token, which the suite cannot; passes everything else on unchanged, including the host name. */
export async function authorizingProxy(url: string, token: string): Promise<string> {
  const { hostname: host, port } = new URL(url);
  const server = createServer((incoming, answer) => {
    const { method, url: path, headers } = incoming;
    const outgoing = request(
      { host, port, method, path, headers: { ...headers, authorization: `Bearer ${token}` } },
      (response) => {
        answer.writeHead(response.statusCode ?? 500, response.headers);
        response.pipe(answer);
      },
    );
    outgoing.on("error", () => answer.destroy());
    answer.on("close", () => outgoing.destroy());
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const bound = server.address();
  return `http://127.0.0.1:${typeof bound === "object" && bound ? bound.port : 0}/mcp`;
}
