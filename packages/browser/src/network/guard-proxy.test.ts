import { request as sendRequest } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import type { BrowserNetwork } from "@roo-code/types";
import { describe, expect, it } from "vitest";
import { type FakeNetwork, fakeNetwork } from "../../test/fake-network.ts";
import { pageServer } from "../../test/page-server.ts";
import { startGuardProxy } from "./guard-proxy.ts";
import { policyOf } from "./network-policy.ts";

const publicAddress = "93.184.216.34";

async function guard({
  network = fakeNetwork({}),
  reach = "local",
}: {
  network?: FakeNetwork;
  reach?: BrowserNetwork;
}) {
  const proxy = await startGuardProxy({ policy: policyOf(reach), network });
  return {
    proxy,
    async get(url: string, headers: Record<string, string> = {}) {
      const { status, body, isOwn } = await ask(proxy.port, url, headers);
      return { status, body, isOwn: isOwn === proxy.mark };
    },
    tunnel: async (authority: string, sent?: string) => tunnel(proxy.port, authority, sent),
    [Symbol.asyncDispose]: async () => proxy.dispose(),
  };
}

async function ask(port: number, path: string, headers: Record<string, string>) {
  return new Promise<{ status: number; body: string; isOwn: unknown }>((resolve, reject) => {
    const sent = sendRequest({ host: "127.0.0.1", port, path, headers, agent: false });
    sent.once("error", reject).once("response", (answer) => {
      const status = answer.statusCode ?? 0;
      text(answer).then((body) => resolve({ status, body, isOwn: answer.headers["x-roo-guard"] }), reject);
    });
    sent.end();
  });
}

/** All that comes back. */
async function tunnel(port: number, authority: string, sent = ""): Promise<string> {
  const socket = connect({ host: "127.0.0.1", port });
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nhost: ${authority}\r\n\r\n${sent}`);
  return text(socket);
}

describe("the guard proxy", () => {
  it("serves pages of public hosts and of this machine", async () => {
    await using server = await pageServer({ "/a": "hello" });
    const network = fakeNetwork({
      names: { "shop.example": [[publicAddress]] },
      hosts: { [publicAddress]: server.port },
    });
    await using guarded = await guard({ network });
    expect(await guarded.get("http://shop.example/a")).toMatchObject({ status: 200, body: "hello", isOwn: false });
    guarded.proxy.open(new URL(`${server.origin}/`));
    expect(await guarded.get(`${server.origin}/a`)).toMatchObject({ status: 200, body: "hello" });
    expect(server.requests).toEqual(["GET /a", "GET /a"]);
  });

  it.each([
    "http://169.254.169.254/latest/meta-data/",
    "http://2852039166/",
    "http://0xa9fea9fe/",
    "http://0251.0376.0251.0376/",
    "http://[::ffff:169.254.169.254]/",
    "http://[fd00:ec2::254]/",
    "http://100.100.100.200/",
    "http://10.0.0.1/",
    "http://192.168.1.1:8080/",
    "http://[::ffff:a00:1]/",
    "http://[fe80::1]/",
    "http://0.0.0.0/",
    "http://[::]/",
    "http://metadata.example/",
    "http://two.example/",
  ])("refuses %s without a connection", async (url) => {
    const names = { "metadata.example": [["169.254.169.254"]], "two.example": [[publicAddress, "10.0.0.1"]] };
    const network = fakeNetwork({ names });
    await using guarded = await guard({ network });
    expect(await guarded.get(url)).toMatchObject({ status: 403, isOwn: true });
    const { host, port } = new URL(url);
    expect(await guarded.tunnel(port === "" ? `${host}:443` : host)).toMatch(/^HTTP\/1\.1 403 /);
    expect(network.connections).toEqual([]);
  });

  it("checks each connection by its address, whatever the name resolved to before", async () => {
    await using server = await pageServer({ "/": "hello" });
    const names = { "rebind.example": [[publicAddress], ["127.0.0.1"], ["169.254.169.254"]] };
    const network = fakeNetwork({ names, hosts: { [publicAddress]: server.port } });
    await using guarded = await guard({ network });
    const url = `http://rebind.example:${server.port}/`;
    expect(await guarded.get(url)).toMatchObject({ status: 200 });
    expect(await guarded.get(url)).toMatchObject({ status: 403, body: expect.stringContaining("127.0.0.1") });
    expect(await guarded.get(url)).toMatchObject({ status: 403, body: expect.stringContaining("link-local") });
    expect(network.connections).toEqual([publicAddress]);
    expect(network.lookups).toHaveLength(3);
  });

  it.each([
    ["public", "http://localhost:9/", /setting browserNetwork/],
    ["public", "http://127.1:9/", /setting browserNetwork/],
    ["local", "http://192.168.1.1/", /setting browserNetwork/],
    ["private", "http://169.254.169.254/", /never allowed/],
    ["private", "http://100.100.100.200/", /never allowed/],
  ] as const)("reaching what is %s, does not reach %s", async (reach, url, reason) => {
    await using guarded = await guard({ reach });
    guarded.proxy.open(new URL(url));
    const { status, body } = await guarded.get(url);
    expect([status, body]).toEqual([403, expect.stringMatching(reason)]);
  });

  it("can be configured to allow the private network", async () => {
    await using server = await pageServer({ "/": "router" });
    await using guarded = await guard({
      reach: "private",
      network: fakeNetwork({ hosts: { "192.168.1.1": server.port } }),
    });
    expect(await guarded.get("http://192.168.1.1/")).toMatchObject({ status: 200, body: "router" });
  });

  it.each([
    ["typed, but never opened", { "sec-fetch-site": "none" }, 403],
    ["from another site", { "sec-fetch-site": "cross-site", origin: "https://evil.example" }, 403],
    ["a picture in a page of another site", { "sec-fetch-site": "cross-site", referer: "https://evil.example/" }, 403],
    ["without any sign", {}, 403],
    ["from a page of this machine", { "sec-fetch-site": "same-site" }, 200],
    ["from localhost to 127.0.0.1", { "sec-fetch-site": "cross-site", origin: "http://localhost:3000" }, 200],
  ])("checks a request to this machine by its origin: %s", async (_, headers, status) => {
    await using server = await pageServer({ "/": "mine" });
    await using guarded = await guard({});
    expect((await guarded.get(`${server.origin}/`, headers)).status).toBe(status);
    expect(server.requests).toHaveLength(status === 200 ? 1 : 0);
  });

  it("lets other sites redirect to what was opened, but not fetch from it", async () => {
    await using server = await pageServer({ "/": "mine" });
    await using guarded = await guard({});
    guarded.proxy.open(new URL(server.origin));
    const visit = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
    expect((await guarded.get(`${server.origin}/`, visit)).status).toBe(200);
    const fetched = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" };
    expect((await guarded.get(`${server.origin}/`, fetched)).status).toBe(403);
  });

  it("follows a redirect between servers of this machine", async () => {
    await using second = await pageServer({ "/": "second" });
    await using first = await pageServer({
      "/": (_, response) => response.writeHead(302, { location: `${second.origin}/` }).end(),
    });
    await using guarded = await guard({});
    guarded.proxy.open(new URL(first.origin));
    expect((await guarded.get(`${second.origin}/`, { "sec-fetch-site": "none" })).status).toBe(403);
    expect((await guarded.get(`${first.origin}/`, { "sec-fetch-site": "none" })).status).toBe(302);
    expect((await guarded.get(`${second.origin}/`, { "sec-fetch-site": "none" })).status).toBe(200);
  });

  it("inspects tunnels to this machine: WebSockets of local pages only, TLS to opened hosts only", async () => {
    await using server = await pageServer();
    await using guarded = await guard({});
    const authority = `localhost:${server.port}`;
    const upgrade = (origin: string) =>
      `GET /ws HTTP/1.1\r\nhost: ${authority}\r\nupgrade: websocket\r\nconnection: upgrade\r\norigin: ${origin}\r\n\r\n`;
    expect(await guarded.tunnel(authority, upgrade("https://evil.example"))).not.toContain("400 No");
    expect(await guarded.tunnel(authority, "\u0016\u0003\u0001")).toMatch(/established\r\n\r\n$/);
    expect(server.requests).toEqual([]);
    expect(await guarded.tunnel(authority, upgrade("http://localhost:3000"))).toContain("400 No");
    expect(server.requests).toEqual(["upgrade /ws"]);
  });

  it("tunnels to public hosts, byte for byte", async () => {
    await using server = await pageServer({ "/": "hello" });
    const network = fakeNetwork({ names: { "a.example": [[publicAddress]] }, hosts: { [publicAddress]: server.port } });
    await using guarded = await guard({ network });
    const request = "GET / HTTP/1.1\r\nhost: a.example\r\nconnection: close\r\n\r\n";
    expect(await guarded.tunnel("a.example:443", request)).toMatch(/200 Connection established[^]*hello/);
  });

  it("cannot be used by a page that finds its port", async () => {
    await using guarded = await guard({});
    expect((await guarded.get("/")).status).toBe(400);
    expect((await guarded.get("ftp://x/")).status).toBe(400);
    const own = `http://localhost:${guarded.proxy.port}/`;
    guarded.proxy.open(new URL(own));
    expect(await guarded.get(own)).toMatchObject({ status: 403, isOwn: true });
    expect(await guarded.tunnel("user@localhost:80")).toMatch(/^HTTP\/1\.1 400 /);
  });

  it("reports why a request failed", async () => {
    await using gone = await pageServer();
    await gone[Symbol.asyncDispose]();
    await using guarded = await guard({});
    guarded.proxy.open(new URL(gone.origin));
    expect(await guarded.get(`${gone.origin}/`)).toMatchObject({ status: 502, isOwn: true });
    expect(guarded.proxy.failureFor(new URL(gone.origin))).toEqual({
      kind: "failed",
      reason: `no connection to localhost:${gone.port} (ECONNREFUSED)`,
    });
    expect((await guarded.get("http://nowhere.example/")).body).toContain("nowhere.example could not be resolved");
  });
});
