import { createServer } from "node:http";
import { listenOnLoopback } from "@roo-code/testkit/listen-on-loopback";
import { closeCodes } from "@roo-code/types/api";
import { expect, it } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { Outbox } from "./outbox.ts";

const maxBytes = 512 * 1024;

/** A client that does not read, and the server's socket to it. */
async function stalledClient() {
  const http = createServer();
  const server = new WebSocketServer({ server: http });
  const port = await listenOnLoopback(http);
  const accepted = new Promise<WebSocket>((resolve) => server.once("connection", resolve));
  const client = new WebSocket(`ws://127.0.0.1:${port}`);
  const socket = await accepted;
  await new Promise((resolve) => (client.readyState === client.OPEN ? resolve(0) : client.once("open", resolve)));
  client.pause();
  return {
    socket,
    client,
    [Symbol.dispose]() {
      client.terminate();
      socket.terminate();
      server.close();
      http.close();
    },
  };
}

it("buffers no more than the limit for a client that does not read, however large the frames are", async () => {
  using stalled = await stalledClient();
  const slow: true[] = [];
  const outbox = new Outbox(stalled.socket, () => void slow.push(true));
  const frame = Buffer.alloc(400_000);
  let peak = 0;
  for (let sent = 0; slow.length === 0 && sent < 1_000; sent += 1) {
    outbox.sendRaw(frame);
    peak = Math.max(peak, stalled.socket.bufferedAmount);
    await new Promise(setImmediate);
  }
  expect(slow).toHaveLength(1);
  expect(peak).toBeLessThanOrEqual(maxBytes);
  const closed = new Promise((resolve) => stalled.client.once("close", resolve));
  stalled.client.resume();
  expect(await closed).toBe(closeCodes.tooSlow);
});

it("sends a frame larger than the limit if nothing else is buffered", async () => {
  using stalled = await stalledClient();
  const outbox = new Outbox(stalled.socket, () => expect.unreachable());
  outbox.sendRaw(Buffer.alloc(3_000_000));
  const arrived = new Promise((resolve) => stalled.client.once("message", (data: Buffer) => resolve(data.length)));
  stalled.client.resume();
  expect(await arrived).toBe(3_000_000);
});
