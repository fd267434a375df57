import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { describeSandboxed, run, sandboxedWorkspace } from "../../test/sandboxed.ts";
import { startHostProxy } from "./network/host-proxy.ts";
import type { Outside } from "./network/host-rules.ts";
import { HostRules } from "./network/host-rules.ts";

const publicAddress = "93.184.216.34";

/** A web server, and names that resolve to it as if it were on the internet. */
async function world(names: Readonly<Record<string, readonly string[]>>) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.headers.host}${request.url}`);
    response.end("hello");
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const connections: string[] = [];
  const outside: Outside = {
    resolve: async (host) => names[host] ?? Promise.reject(new Error("ENOTFOUND")),
    connect: (to) => {
      connections.push(to);
      return connect({ host: "127.0.0.1", port });
    },
  };
  return { requests, connections, outside, port, [Symbol.dispose]: () => void server.close() };
}

async function proxied(hosts: readonly string[], outside: Outside) {
  const folder = mkdtempSync(join(tmpdir(), "roo-proxy-"));
  const path = join(folder, "proxy");
  const proxy = await startHostProxy({ path, hosts, outside });
  return {
    send: async (bytes: string | Buffer) => {
      const socket = connect({ path });
      socket.write(bytes);
      return text(socket);
    },
    [Symbol.dispose]: () => {
      proxy.dispose();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

describe("the proxy to listed hosts", () => {
  const request = (host: string) => `GET http://${host}/a HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`;
  const names = {
    "a.example": [publicAddress],
    "sub.b.example": [publicAddress],
    "inside.example": ["10.0.0.1"],
    "meta.example": ["169.254.169.254"],
  };

  it("connects to them by request, tunnel and SOCKS", async () => {
    using outside = await world(names);
    using proxy = await proxied(["a.example", "*.b.example"], outside.outside);
    expect(await proxy.send(request("a.example"))).toMatch(/^HTTP\/1\.1 200[^]*hello/);
    expect(await proxy.send(request("sub.b.example"))).toMatch(/^HTTP\/1\.1 200/);
    const inner = "GET /b HTTP/1.1\r\nhost: a.example\r\nconnection: close\r\n\r\n";
    expect(await proxy.send(`CONNECT a.example:443 HTTP/1.1\r\n\r\n${inner}`)).toMatch(
      /200 Connection established[^]*hello/,
    );
    const name = Buffer.from("a.example");
    const socks = Buffer.concat([Buffer.from([5, 1, 0, 5, 1, 0, 3, name.length]), name, Buffer.from([1, 187])]);
    const socket = proxy.send(Buffer.concat([socks, Buffer.from(inner)]));
    expect(await socket).toContain("hello");
    expect(outside.requests).toEqual(["a.example/a", "sub.b.example/a", "a.example/b", "a.example/b"]);
  });

  it.each(["other.example", "b.example", "a.example.evil.example", "127.0.0.1", "169.254.169.254", "[::1]"])(
    "does not lead to %s",
    async (host) => {
      using outside = await world({ ...names, "other.example": [publicAddress], "b.example": [publicAddress] });
      using proxy = await proxied(["a.example", "*.b.example", "inside.example", "meta.example"], outside.outside);
      expect(await proxy.send(request(host))).toMatch(/^HTTP\/1\.1 403/);
      expect(await proxy.send(`CONNECT ${host}:443 HTTP/1.1\r\n\r\n`)).toMatch(/^HTTP\/1\.1 403/);
      expect(outside.connections).toEqual([]);
    },
  );

  it("does not connect to internal addresses by a listed name, unless the address itself is listed", async () => {
    using outside = await world(names);
    using proxy = await proxied(["inside.example", "meta.example", "10.0.0.1:80"], outside.outside);
    expect(await proxy.send(request("inside.example"))).toMatch(/^HTTP\/1\.1 403[^]*not public/);
    expect(await proxy.send(request("meta.example"))).toMatch(/^HTTP\/1\.1 403/);
    expect(outside.connections).toEqual([]);
    expect(await proxy.send(request("10.0.0.1"))).toMatch(/^HTTP\/1\.1 200/);
    expect(await proxy.send(request("10.0.0.1:81"))).toMatch(/^HTTP\/1\.1 403/);
  });

  it("matches hosts by name, subdomain and port", () => {
    const rules = new HostRules(["A.example", "*.b.example:8443", "[::1]:80", "localhost:3000"]);
    expect([
      rules.allows("a.example.", 1),
      rules.allows("x.b.example", 8443),
      rules.allows("x.b.example", 443),
    ]).toEqual([true, true, false]);
    expect([
      rules.allowsLocal("::1", 80),
      rules.allowsLocal("localhost", 3000),
      rules.allowsLocal("a.example", 80),
    ]).toEqual([true, true, false]);
  });
});

describeSandboxed("a sandboxed command with a list of hosts", () => {
  it("reaches them and nothing else, and explains failures", async () => {
    using local = await world({});
    await using temp = sandboxedWorkspace({}, { network: { hosts: [`127.0.0.1:${local.port}`] } });
    const fetched = await run(temp, `curl -sS --noproxy '' http://127.0.0.1:${local.port}/yes; exit 3`);
    expect(fetched).toMatchObject({ exitCode: 3, output: "hello" });
    expect(local.requests).toEqual([`127.0.0.1:${local.port}/yes`]);
    const refused = await run(
      temp,
      `curl -sSf --noproxy '' http://127.0.0.1:1/no; curl -sS --noproxy '*' http://127.0.0.1:${local.port}/direct`,
    );
    expect(refused.notes?.[0]).toMatch(/^The sandbox can only reach 127\.0\.0\.1:/);
    expect(local.requests).toHaveLength(1);
  });
});
