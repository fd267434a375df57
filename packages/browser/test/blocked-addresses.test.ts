import { createSocket } from "node:dgram";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type FakeNetwork, fakeNetwork } from "./fake-network.ts";
import { type PageServer, pageServer } from "./page-server.ts";
import { hasOpenssl, secureServer } from "./secure-server.ts";
import { type TestBrowser, testBrowser } from "./test-browser.ts";

/** Hosts on the fake internet. */
const [shop, evil] = ["93.184.216.34", "93.184.216.35"];
const hosts: Record<string, number> = {};
let browser: TestBrowser;
/** On this machine. */
let local: PageServer;
/** On the fake internet. */
let remote: PageServer;
let network: FakeNetwork;

beforeAll(async () => {
  [local, remote] = [await pageServer(), await pageServer()];
  network = fakeNetwork({
    names: {
      "shop.example": [[shop]],
      "evil.example": [[evil]],
      "intern.example": [["10.0.0.1"]],
      "here.example": [["127.0.0.1"]],
      "secure.example": [["93.184.216.36"]],
      "rebind.example": [[shop], ["127.0.0.1"]],
    },
    hosts: Object.assign(hosts, { [shop]: remote.port, [evil]: remote.port }),
  });
  browser = await testBrowser({ network });
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await Promise.all([local[Symbol.asyncDispose](), remote[Symbol.asyncDispose]()]);
});
beforeEach(() => {
  network.connections.length = 0;
});

const navigate = async (url: string) => browser.perform({ action: "navigate", url });

describe("addresses in the browser", () => {
  it("opens pages of the internet and of this machine", async () => {
    remote.pages["/"] = "<h1>Shop</h1>";
    local.pages["/"] = "<h1>Mine</h1>";
    expect((await navigate("http://shop.example/")).snapshot).toContain("Shop");
    expect((await navigate(`${local.origin}/`)).snapshot).toContain("Mine");
    expect((await navigate(`http://app.localhost:${local.port}/`)).snapshot).toContain("Mine");
    expect((await navigate(`http://2130706433:${local.port}/`)).url).toBe(`http://127.0.0.1:${local.port}/`);
    expect((await navigate("about:blank")).url).toBe("about:blank");
  });

  it.each([
    "http://169.254.169.254/latest/meta-data/",
    "http://2852039166/",
    "https://0xa9fea9fe/",
    "http://[::ffff:169.254.169.254]/",
    "http://[fd00:ec2::254]/",
    "https://192.168.1.1/",
    "http://intern.example/",
    "https://intern.example/",
    "http://here.example/",
    "file:///etc/passwd",
    "chrome://version/",
    "data:text/html,hello",
    "javascript:alert(1)",
    "view-source:http://shop.example/",
    "ws://shop.example/",
  ])("refuses %s", async (url) => {
    await expect(navigate(url)).rejects.toMatchObject({ code: "address_refused" });
    expect(network.connections).toEqual([]);
  });

  it("refuses text that is not a URL", async () => {
    await expect(navigate("not a url")).rejects.toMatchObject({ code: "invalid_url" });
  });

  it.each([
    ["a private network", "http://intern.example/"],
    ["the metadata of a cloud", "http://169.254.169.254/"],
    ["this machine", "LOCAL/secret"],
  ])("refuses a redirect to %s", async (_, target) => {
    const location = target.replace("LOCAL", `http://b.localhost:${local.port}`);
    remote.pages["/redirect"] = (__, response) => response.writeHead(302, { location }).end();
    local.pages["/secret"] = "secret";
    await expect(navigate("http://shop.example/redirect")).rejects.toMatchObject({ code: "address_refused" });
    expect(local.requests).not.toContain("GET /secret");
  });

  it("refuses a name that changes its address between two connections", async () => {
    remote.pages["/rebind"] =
      `<p id=p></p><script>fetch("/again").then((r) => { p.textContent = "got " + r.status; })</script>`;
    const view = await navigate("http://rebind.example/rebind");
    expect(view.snapshot).toContain("got 403");
    expect(view.problems.join("\n")).toContain("rebind.example resolves to 127.0.0.1");
    expect(network.connections).toEqual([shop]);
  });

  it("refuses what pages load from forbidden addresses", async () => {
    const own = `http://c.localhost:${local.port}`;
    remote.pages["/loads"] = `<img src="http://169.254.169.254/a.png"><script src="http://intern.example/b.js"></script>
      <iframe src="http://10.0.0.1/c"></iframe><iframe src="${own}/frame"></iframe><img src="${own}/picture"><p id=p></p>
      <script>
        const outcomes = [fetch("${own}/fetch", { mode: "no-cors" }).then(() => "got", () => "failed"),
          ...["ws://c.localhost:${local.port}/socket", "ws://169.254.169.254/socket"].map((url) => new Promise((resolve) => {
            new WebSocket(url).onerror = () => resolve("failed");
          }))];
        Promise.all(outcomes).then((all) => { p.textContent = "done " + all; });
      </script>`;
    const before = local.requests.length;
    const view = await navigate("http://evil.example/loads");
    expect(view.snapshot).toContain("done");
    expect(local.requests.slice(before)).toEqual([]);
    expect(network.connections.filter((address) => address !== evil)).toEqual(
      network.connections.filter((address) => address === "127.0.0.1"),
    );
    expect(view.problems.join("\n")).toContain("169.254.169.254 is a link-local address");
  });

  it("lets local pages reach each other, also by WebSocket", async () => {
    local.pages["/api"] = (_, response) => response.writeHead(200, { "access-control-allow-origin": "*" }).end("data");
    local.pages["/app"] = `<p id=p></p><script>
      fetch("http://127.0.0.1:${local.port}/api").then((r) => r.text()).then((text) => { p.textContent = text; });
      new WebSocket("ws://localhost:${local.port}/socket");</script>`;
    expect((await navigate(`${local.origin}/app`)).snapshot).toContain("data");
    expect(local.requests).toContain("upgrade /socket");
  });

  it("sends nothing past the proxy: no DNS lookup, no datagram", async () => {
    const received: string[] = [];
    const socket = createSocket("udp4", () => received.push("datagram"));
    await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
    remote.pages["/rtc"] = `<link rel=dns-prefetch href="//prefetch.example"><p id=p></p><script>
      const peer = new RTCPeerConnection({ iceServers: [{ urls: "stun:127.0.0.1:${socket.address().port}" }] });
      peer.createDataChannel("x");
      peer.onicegatheringstatechange = () => { p.textContent = peer.iceGatheringState; };
      peer.createOffer().then((offer) => peer.setLocalDescription(offer));</script>`;
    const view = await navigate("http://shop.example/rtc");
    expect(view.snapshot).toMatch(/complete|gathering/);
    socket.close();
    expect(received).toEqual([]);
    expect(network.lookups).not.toContain("prefetch.example");
  });

  it.skipIf(!hasOpenssl)("accepts a self-signed certificate from this machine only", async () => {
    await using secure = await secureServer("<h1>Safe</h1>");
    const view = await navigate(`https://localhost:${secure.port}/`);
    expect(view.snapshot).toContain("Safe");
    hosts["93.184.216.36"] = secure.port;
    await expect(navigate("https://secure.example/")).rejects.toMatchObject({
      code: "navigation_failed",
      message: expect.stringContaining("ERR_CERT"),
    });
  });

  it("reports that no server is listening", async () => {
    const gone = await pageServer();
    await gone[Symbol.asyncDispose]();
    await expect(navigate(`${gone.origin}/`)).rejects.toMatchObject({
      code: "navigation_failed",
      message: expect.stringContaining("Is the server running?"),
    });
    await expect(navigate("https://nowhere.example/")).rejects.toMatchObject({
      code: "navigation_failed",
      message: expect.stringContaining("could not be resolved"),
    });
  });
});
