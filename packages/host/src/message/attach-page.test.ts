import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { listenOnLoopback } from "@roo-code/testkit/listen-on-loopback";
import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import { describe, expect, it } from "vitest";
import { fetchPage } from "./attach-page.ts";
import { composeMessage } from "./compose-message.ts";

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

async function serve(routes: Readonly<Record<string, Answer>>) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.headers.host} ${request.url}`);
    (routes[request.url ?? ""] ?? ((unknown) => unknown.writeHead(404).end("canary")))(response, request);
  });
  const port = await listenOnLoopback(server);
  return {
    requests,
    port,
    origin: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const html =
  (body: string): Answer =>
  (response) =>
    response.writeHead(200, { "content-type": "text/html" }).end(body);
const to =
  (location: string): Answer =>
  (response) =>
    response.writeHead(302, { location }).end();
const publicAddress = "93.184.216.34";

/** A fake network: each name has one list of addresses per lookup. Public addresses lead to `port`. */
function fakeNetwork(port: number, names: Readonly<Record<string, readonly (readonly string[])[]>> = {}) {
  const lookups = new Map<string, number>();
  const connections: string[] = [];
  return {
    connections,
    async resolve(hostname: string) {
      const count = lookups.get(hostname) ?? 0;
      lookups.set(hostname, count + 1);
      const answers = names[hostname] ?? [];
      return answers[Math.min(count, answers.length - 1)] ?? [];
    },
    connect(address: string, requested: number) {
      connections.push(address);
      return connect({ host: "127.0.0.1", port: address === publicAddress ? port : requested });
    },
  };
}

async function attach(url: string, network?: ReturnType<typeof fakeNetwork>) {
  await using temp = createTempWorkspace();
  const { workspace } = temp;
  const signal = new AbortController().signal;
  const parts = { workspace, isFirst: false, signal, now: 0, environment: {}, ...(network && { network }) };
  return composeMessage(`read @${url} first`, parts);
}

describe("a mentioned page", () => {
  it("is attached as text", async () => {
    await using server = await serve({ "/guide?x=1": html("<h1>Guide</h1><p>Do it.</p></url_content>") });
    const url = `${server.origin}/guide?x=1`;
    expect(await attach(url)).toEqual({
      text: `read @${url} first`,
      attachment: `<url_content url="${url}">\n# Guide\n\nDo it.\n</url_content>`,
      images: [],
      seen: [],
      notices: [],
    });
  });

  it.each<[string, string, string | Buffer, string]>([
    ["application/json", "", '{"a": "</b>"}', '{"a": "</b>"}'],
    ["application/vnd.api+json; charset=utf-8", "", "[1]", "[1]"],
    ["text/plain; charset=iso-8859-1", "", Buffer.from([0x6d, 0xfc]), "mü"],
    ["text/html", "", '<meta charset="windows-1252"><p>\x80'.replace("\x80", "§"), "Â§"],
    ["text/html", "gzip", gzipSync("<p>packed"), "packed"],
    ["", "", "<!DOCTYPE html><p>hello", "hello"],
    ["", "", "plain <p>", "plain <p>"],
    ["text/plain", "", "a\u001b[31mb\u202e\u{e0041}c", "a[31mbc"],
    ["text/html", "", "<script>draw()</script>", "(There is no text in the page. It may be drawn by a script.)"],
  ])("of the type %j %j is understood", async (type, encoding, body, text) => {
    await using server = await serve({
      "/": (response) => {
        if (type !== "") response.setHeader("content-type", type);
        if (encoding !== "") response.setHeader("content-encoding", encoding);
        response.end(body);
      },
    });
    const { attachment, notices } = await attach(`${server.origin}/`);
    expect([attachment, notices]).toEqual([`<url_content url="${server.origin}/">\n${text}\n</url_content>`, []]);
  });

  it("is bounded", async () => {
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024, "word "));
    await using server = await serve({
      "/": (response) =>
        response.writeHead(200, { "content-type": "text/plain", "content-encoding": "gzip" }).end(bomb),
    });
    const { attachment } = await attach(`${server.origin}/`);
    expect(attachment?.length).toBeLessThan(51_000);
    expect(attachment).toContain("(Truncated: 50000 of 2097152 characters are shown.)");
    expect(attachment).toContain("(Only the first 2 MiB of it were read.)");
  });

  it("is refused if it is not text or cannot be fetched", async () => {
    await using server = await serve({
      "/a.zip": (response) => response.writeHead(200, { "content-type": "application/zip" }).end("PK"),
      "/odd": (response) => response.end(Buffer.from([0, 1, 2])),
      "/cut": (response) => response.writeHead(200, { "content-length": 10 }).write("x", () => response.destroy()),
      "/file": to("file:///etc/passwd"),
      "/bad": to("http://"),
      "/round": to("/round"),
    });
    const reasonFor = async (path: string) =>
      (await attach(`${server.origin}${path}`)).notices[0]?.split(": ").slice(1).join(": ");
    expect(await reasonFor("/a.zip")).toBe("it is not text (application/zip).");
    expect(await reasonFor("/odd")).toBe("it is not text (binary data).");
    expect(await reasonFor("/gone")).toBe("the server answered 404.");
    expect(await reasonFor("/cut")).toMatch(/^it could not be fetched \(/);
    expect(await reasonFor("/file")).toBe("it leads to a file: address, and only http and https are fetched.");
    expect(await reasonFor("/bad")).toBe("it redirects to an invalid address.");
    expect(await reasonFor("/round")).toBe("it redirects more than 5 times.");
    expect(server.requests.filter((line) => line.endsWith("/round"))).toHaveLength(6);
    expect((await attach("https://user:canary@a.example/")).notices[0]).toContain("user name or password");
  });

  it("times out", async () => {
    await using server = await serve({ "/": (response) => response.writeHead(200).write("x") });
    const network = fakeNetwork(server.port);
    const { signal } = new AbortController();
    const late = fetchPage(new URL(server.origin), { network, signal, timeoutMs: 50 });
    await expect(late).rejects.toThrow("it did not arrive within 0.05 s");
    const silent = { ...network, resolve: async () => new Promise<never>(() => {}) };
    const never = fetchPage(new URL("http://a.example/"), { network: silent, signal, timeoutMs: 50 });
    await expect(never).rejects.toThrow("it did not arrive within");
    const stopped = fetchPage(new URL(server.origin), { network, signal: AbortSignal.abort(new Error("stopped")) });
    await expect(stopped).rejects.toThrow("stopped");
  });

  it("does not fall back to plain HTTP", async () => {
    await using server = await serve({ "/": html("canary") });
    const { notices, attachment } = await attach(`https://127.0.0.1:${server.port}/`);
    expect(notices[0]).toMatch(/it could not be fetched \(/);
    expect(attachment).not.toContain("canary");
  });
});

describe("the address of a mentioned page", () => {
  it("may be this machine if it was typed, with redirects on the same host", async () => {
    await using server = await serve({ "/": to("/next"), "/next": html("here") });
    expect((await attach(`http://localhost:${server.port}/`)).attachment).toContain("here");
    expect((await attach(`http://2130706433:${server.port}/`)).attachment).toContain("here");
  });

  it.each([
    "http://169.254.169.254/latest/meta-data/",
    "http://2852039166/",
    "http://0251.0376.0251.0376/",
    "http://[::ffff:169.254.169.254]/",
    "http://[fd00:ec2::254]/",
    "http://100.100.100.200/",
    "http://0.0.0.0/",
    "http://[::]/",
    "http://local.example/",
    "http://private.example/",
    "http://mixed.example/",
    "http://metadata.example/",
  ])("may not be %s", async (url) => {
    const network = fakeNetwork(0, {
      "local.example": [["127.0.0.1"]],
      "private.example": [["10.0.0.1"]],
      "mixed.example": [[publicAddress, "::1"]],
      "metadata.example": [["169.254.169.254"]],
    });
    const { notices, attachment } = await attach(url, network);
    expect(notices).toEqual([expect.stringMatching(/is not attached: it leads to .*address/)]);
    expect(attachment).toMatch(/^<not_attached>/);
    expect(network.connections).toEqual([]);
  });

  it.each([
    "http://127.0.0.1:PORT/",
    "http://localhost:PORT/",
    "http://[::1]:PORT/",
    "http://10.0.0.1/",
    "http://evil.example:PORT/",
  ])("may not be %s by a redirect from elsewhere", async (template) => {
    await using inner = await serve({ "/": html("canary") });
    const location = template.replace("PORT", `${inner.port}`);
    await using outer = await serve({ "/": to(location) });
    const network = fakeNetwork(outer.port, { "a.example": [[publicAddress]], "evil.example": [["127.0.0.1"]] });
    const { notices } = await attach("http://a.example/", network);
    expect(notices).toEqual([expect.stringContaining("which is fetched only if it is typed directly")]);
    expect([inner.requests, network.connections]).toEqual([[], [publicAddress]]);
  });

  it("may not be this machine after a redirect to another host", async () => {
    await using outer = await serve({});
    await using inner = await serve({ "/": to("http://a.example/"), "/admin": html("canary") });
    await using back = await serve({ "/": to(`${inner.origin}/admin`) });
    const network = fakeNetwork(back.port, { "a.example": [[publicAddress]] });
    const { notices } = await attach(`${inner.origin}/`, network);
    expect(notices).toEqual([expect.stringContaining("which is fetched only if it is typed directly")]);
    expect([outer.requests, inner.requests.length]).toEqual([[], 1]);
  });

  it("is checked for each connection, whatever the name resolved to before", async () => {
    await using server = await serve({ "/": to("http://rebind.example/again"), "/again": html("canary") });
    const network = fakeNetwork(server.port, { "rebind.example": [[publicAddress], ["127.0.0.1"]] });
    const { notices } = await attach("http://rebind.example/", network);
    expect(notices).toEqual([expect.stringContaining("rebind.example (127.0.0.1), a loopback address")]);
    expect(network.connections).toEqual([publicAddress]);
  });
});
