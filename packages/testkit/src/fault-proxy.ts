import { connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { listenOnLoopback } from "./listen-on-loopback.ts";

/** What happens to bytes on their way; may be changed at any time, for connections that are open too. */
export interface Faults {
  /** Takes connections and bytes, and passes nothing on. */
  blackhole?: boolean;
  /** Resets new connections at once. */
  refuse?: boolean;
  /** Waits so long before it passes a piece on. */
  delayMs?: number;
  /** Passes on pieces of so many bytes, each apart. */
  dripBytes?: number;
  /** Bytes from the target after which a connection is reset. */
  cutAfterBytes?: number;
}

export interface FaultProxy {
  readonly port: number;
  readonly faults: Faults;
  /** Connections ever opened. */
  readonly connections: number;
  /** Resets every open connection. */
  cut(): void;
  close(): Promise<void>;
}

/** A TCP proxy on a free loopback port that passes everything on, except as its faults say. */
export async function faultProxy(target: { host?: string; port: number }, faults: Faults = {}): Promise<FaultProxy> {
  const open = new Set<Socket>();
  let connections = 0;
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    connections += 1;
    if (faults.refuse) return client.resetAndDestroy();
    const upstream = connect({ ...target, host: target.host ?? "127.0.0.1", allowHalfOpen: true, noDelay: true });
    const reset = () => [client, upstream].forEach((end) => end.resetAndDestroy());
    for (const end of [client, upstream]) {
      open.add(end);
      end.on("error", reset).on("close", () => open.delete(end));
    }
    pass({ from: client, to: upstream, faults, limit: () => undefined }).catch(reset);
    pass({ from: upstream, to: client, faults, limit: () => faults.cutAfterBytes }).catch(reset);
  });

  const port = await listenOnLoopback(server);
  const cut = () => open.forEach((socket) => socket.resetAndDestroy());
  return {
    port,
    faults,
    get connections() {
      return connections;
    },
    cut,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        cut();
      }),
  };
}

interface Passage {
  readonly from: Socket;
  readonly to: Socket;
  readonly faults: Faults;
  readonly limit: () => number | undefined;
}

async function pass({ from, to, faults, limit }: Passage): Promise<void> {
  let passed = 0;
  for await (const bytes of from) {
    for (const piece of slices(bytes, faults.dripBytes)) {
      if (faults.delayMs) await sleep(faults.delayMs);
      if (faults.blackhole) continue;
      const left = (limit() ?? Number.POSITIVE_INFINITY) - passed;
      await write(to, piece.subarray(0, left));
      if (piece.length >= left) throw new Error("cut");
      passed += piece.length;
    }
  }
  if (!faults.blackhole) to.end();
}

function* slices(bytes: Buffer, size = bytes.length): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

function write(socket: Socket, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => socket.write(bytes, (error) => (error ? reject(error) : resolve())));
}
