import { getEventListeners } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { chatServer } from "@roo-code/testkit/chat-server";
import { FakeClock } from "@roo-code/testkit/fake-clock";
import { listenOnLoopback } from "@roo-code/testkit/listen-on-loopback";
import { until } from "@roo-code/testkit/until";
import { afterEach, describe, expect, it } from "vitest";
import { systemClock } from "../system-clock.ts";
import { HttpSender } from "./http-sender.ts";

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).toReversed()) await step();
});

const limits = { connectMs: 60_000, firstByteMs: 60_000, silenceMs: 60_000 };

function senderTo(address: string, over: { environment?: Record<string, string>; clock?: FakeClock } = {}) {
  const url = new URL(address);
  const sender = new HttpSender({ url, environment: {}, clock: systemClock, limits, ...over });
  cleanUp.push(() => sender.dispose());
  return sender;
}

async function post(sender: HttpSender, signal = new AbortController().signal): Promise<string> {
  const exchange = await sender.post({ headers: { "x-test": "1" }, body: [Buffer.from("{}")], signal });
  const pieces: Uint8Array[] = [];
  try {
    for await (const piece of exchange.body()) pieces.push(piece);
  } finally {
    exchange.close();
  }
  return Buffer.concat(pieces).toString();
}

async function startServer(
  onConnection: (socket: Socket, count: number) => void,
): Promise<{ server: Server; url: string }> {
  let count = 0;
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    count += 1;
    open.add(socket);
    socket.on("error", () => {});
    onConnection(socket, count);
  });
  const port = await listenOnLoopback(server);
  cleanUp.push(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return { server, url: `http://127.0.0.1:${port}/` };
}

const answer = (body: string) => `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`;

describe("HttpSender", () => {
  it("sends the content length, and reuses one connection for many requests", async () => {
    const server = await chatServer([
      { body: "one" },
      { body: "two" },
      { status: 500, body: "three" },
      { body: "four" },
    ]);
    cleanUp.push(() => server.close());
    const sender = senderTo(server.baseUrl);
    const answers = [await post(sender), await post(sender), await post(sender), await post(sender)];
    expect(answers).toEqual(["one", "two", "three", "four"]);
    expect(server.connections).toBe(1);
    expect(server.requests[0]?.headers).toMatchObject({ "content-length": "2", "x-test": "1" });
    expect(server.requests[0]?.headers["transfer-encoding"]).toBeUndefined();
  });

  it("reuses connections when the end of a response is not awaited", async () => {
    const server = await chatServer(Array.from({ length: 20 }, () => ({ body: "x".repeat(10_000) })));
    cleanUp.push(() => server.close());
    const sender = senderTo(server.baseUrl);
    for (let count = 0; count < 20; count += 1) {
      const signal = new AbortController().signal;
      const exchange = await sender.post({ headers: {}, body: [Buffer.from("{}")], signal });
      for await (const _ of exchange.body()) break;
      exchange.release();
      exchange.close();
    }
    expect(server.requests.length).toBe(20);
    expect(server.connections).toBeLessThan(20);
  });

  it("closes a connection whose response does not end", async () => {
    const clock = new FakeClock();
    let isClosed = false;
    const { url } = await startServer((socket) => {
      socket.on("close", () => {
        isClosed = true;
      });
      socket.once("data", () => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\nsome"));
    });
    const sender = senderTo(url, { clock });
    const exchange = await sender.post({
      headers: {},
      body: [Buffer.from("{}")],
      signal: new AbortController().signal,
    });
    for await (const _ of exchange.body()) break;
    exchange.release();
    exchange.close();
    expect(isClosed).toBe(false);
    await clock.advance(1_000);
    await until(() => isClosed);
    expect(clock.sleeping).toBe(0);
  });

  it("sends again when an idle connection turns out to be closed", async () => {
    const { url } = await startServer((socket, count) => {
      if (count > 1) return void socket.on("data", () => socket.write(answer("second")));
      socket.once("data", () => {
        socket.write(answer("first"));
        socket.once("data", () => socket.resetAndDestroy());
      });
    });
    const sender = senderTo(url);
    expect(await post(sender)).toBe("first");
    expect(await post(sender)).toBe("second");
  });

  it("does not send again when a fresh connection breaks", async () => {
    let connections = 0;
    const { url } = await startServer((socket) => {
      connections += 1;
      socket.once("data", () => socket.resetAndDestroy());
    });
    await expect(post(senderTo(url))).rejects.toMatchObject({ code: "network" });
    expect(connections).toBe(1);
  });

  it("uses the proxy of the environment, except for this machine", async () => {
    const proxy = await chatServer([{ body: "by proxy" }]);
    const local = await chatServer([{ body: "direct" }]);
    cleanUp.push(
      () => proxy.close(),
      () => local.close(),
    );
    const environment = { HTTP_PROXY: `http://127.0.0.1:${proxy.port}` };
    expect(await post(senderTo("http://models.invalid/v1", { environment }))).toBe("by proxy");
    expect(proxy.requests[0]?.path).toBe("http://models.invalid/v1");
    expect(await post(senderTo(local.baseUrl, { environment }))).toBe("direct");
  });

  it("reports an invalid proxy without repeating it", async () => {
    const environment = { HTTPS_PROXY: "http://user:canary-password@[nowhere" };
    const outcome = post(senderTo("https://models.invalid/v1", { environment }));
    await expect(outcome).rejects.toMatchObject({ code: "bad_proxy" });
    await expect(outcome).rejects.not.toThrow(/canary/);
  });

  it("stops on abort, before and while it waits", async () => {
    const { url } = await startServer(() => {});
    const sender = senderTo(url);
    await expect(post(sender, AbortSignal.abort("early"))).rejects.toBe("early");
    const controller = new AbortController();
    const outcome = post(sender, controller.signal);
    setTimeout(() => controller.abort("late"), 20);
    await expect(outcome).rejects.toBe("late");
  });

  it("leaves no listener on a signal that outlives the request", async () => {
    const server = await chatServer([{ body: "one" }, { cutAfterBytes: 3 }]);
    cleanUp.push(() => server.close());
    const sender = senderTo(server.baseUrl);
    const { signal } = new AbortController();
    await post(sender, signal);
    await expect(post(sender, signal)).rejects.toMatchObject({ code: "stream_cut" });
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("times out without a response", async () => {
    const clock = new FakeClock();
    const { url } = await startServer(() => {});
    const outcome = post(senderTo(url, { clock }));
    outcome.catch(() => {});
    await clock.untilSleeping();
    await clock.advance(60_000);
    await expect(outcome).rejects.toMatchObject({ code: "timeout", isTransient: true });
    expect(clock.sleeping).toBe(0);
  });

  it("does not wait for a response that switched to another protocol", async () => {
    const { url } = await startServer(
      (socket) =>
        void socket.once("data", () =>
          socket.write("HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n"),
        ),
    );
    await expect(post(senderTo(url))).rejects.toMatchObject({ code: "network" });
  });

  it("reports a response that is not HTTP", async () => {
    const { url } = await startServer(
      (socket) => void socket.once("data", () => socket.end("SSH-2.0-OpenSSH_9.2\r\n")),
    );
    await expect(post(senderTo(url))).rejects.toMatchObject({ code: "bad_stream" });
  });
});
