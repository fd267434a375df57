import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listenOnLoopback } from "@roo-code/testkit/listen-on-loopback";

const openssl = "openssl";
export const hasOpenssl = spawnSync(openssl, ["version"]).status === 0;

/** An HTTPS server on loopback with a self-signed certificate. */
export async function secureServer(page: string): Promise<AsyncDisposable & { readonly port: number }> {
  const server = createServer(selfSigned(), (_, response) => response.end(page));
  const port = await listenOnLoopback(server);
  return {
    port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function selfSigned(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), "roo-certificate-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  const request = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=localhost"];
  spawnSync(openssl, [...request, "-keyout", key, "-out", cert]);
  const pair = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(folder, { recursive: true });
  return pair;
}
