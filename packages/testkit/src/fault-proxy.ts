import { connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { listenOnLoopback } from "./listen-on-loopback.ts";

/** Faults of the transport; may be changed at any time, also for open connections. */
export interface Faults {
  /** Accepts connections and bytes, and forwards nothing. */
  blackhole?: boolean;
  /** Resets new connections at once. */
  refuse?: boolean;
  /** Delay before each piece is forwarded. */
  delayMs?: number;
  /** Forwards pieces of this many bytes, each separately. */
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

/** A TCP proxy on a free loopback port that forwards everything, subject to its faults. */
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
    forward({ from: client, to: upstream, faults, limit: () => undefined }).catch(reset);
    forward({ from: upstream, to: client, faults, limit: () => faults.cutAfterBytes }).catch(reset);
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

interface Direction {
  readonly from: Socket;
  readonly to: Socket;
  readonly faults: Faults;
  readonly limit: () => number | undefined;
}

async function forward({ from, to, faults, limit }: Direction): Promise<void> {
  let forwarded = 0;
  for await (const bytes of from) {
    for (const piece of slices(bytes, faults.dripBytes)) {
      if (faults.delayMs) await sleep(faults.delayMs);
      if (faults.blackhole) continue;
      const remaining = (limit() ?? Number.POSITIVE_INFINITY) - forwarded;
      await write(to, piece.subarray(0, remaining));
      if (piece.length >= remaining) throw new Error("cut");
      forwarded += piece.length;
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
