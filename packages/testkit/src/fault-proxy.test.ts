import { once } from "node:events";
import { connect, createServer, type Server } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type FaultProxy, type Faults, faultProxy } from "./fault-proxy.ts";
import { listenOnLoopback } from "./listen-on-loopback.ts";
import { until } from "./until.ts";

let echo: Server;
let proxy: FaultProxy;

beforeEach(async () => {
  echo = createServer({ allowHalfOpen: true }, (socket) => void socket.on("error", () => {}).pipe(socket));
  proxy = await faultProxy({ port: await listenOnLoopback(echo) });
});

afterEach(async () => {
  await proxy.close();
  echo.close();
});

async function send(text: string, faults: Faults = {}): Promise<string> {
  Object.assign(proxy.faults, faults);
  const socket = connect(proxy.port, "127.0.0.1");
  socket.end(text);
  return (await buffer(socket)).toString();
}

describe("faultProxy", () => {
  it("forwards bytes and the end of the stream in both directions", async () => {
    expect(await send("hello")).toBe("hello");
    expect(proxy.connections).toBe(1);
  });

  it("delivers everything when it drips and delays", async () => {
    expect(await send("hello", { dripBytes: 2, delayMs: 1 })).toBe("hello");
  });

  it("resets a connection after a number of bytes of the answer", async () => {
    Object.assign(proxy.faults, { cutAfterBytes: 3 });
    const socket = connect(proxy.port, "127.0.0.1");
    const seen: Buffer[] = [];
    socket.on("data", (bytes) => seen.push(bytes));
    socket.write("hello");
    const [error] = await once(socket, "error");
    expect(error).toMatchObject({ code: "ECONNRESET" });
    expect(Buffer.concat(seen).toString()).toBe("hel");
  });

  it("swallows everything as a black hole until it is cut", async () => {
    const answer = send("hello", { blackhole: true });
    const outcome = answer.then(
      () => "answered",
      (error: NodeJS.ErrnoException) => error.code,
    );
    await until(() => proxy.connections > 0);
    proxy.cut();
    expect(await outcome).toBe("ECONNRESET");
  });

  it("refuses new connections, and accepts them again afterwards", async () => {
    await expect(send("hello", { refuse: true })).rejects.toMatchObject({ code: "ECONNRESET" });
    expect(await send("hello", { refuse: false })).toBe("hello");
  });
});
