import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { IpcClient, IpcServer, type RooEvent } from "@roo-code/ipc";
import { median, printTable } from "./table.ts";

const rounds = 7;
const roundTrips = 1_000;
const frames = 5_000;
const event: RooEvent = {
  eventName: "message",
  payload: [
    {
      taskId: "01a1e2d3-4574-7507-ae40-2f57299ae929",
      action: "updated",
      message: { ts: 1, type: "say", say: "text", text: "x".repeat(400), partial: true },
    },
  ],
};
const frame = Buffer.from(`${JSON.stringify({ type: "message", data: { type: "TaskEvent", data: event } })}\f`);

interface Endpoints {
  /** Milliseconds of one request and its reply. */
  readonly roundTrip: () => Promise<number>;
  /** Milliseconds until the client has received all frames. */
  readonly receive: () => Promise<number>;
}

export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "roo-bench-ipc-"));
  const bare = await bareEndpoints(join(folder, "bare.sock"));
  const ours = await ourEndpoints(join(folder, "ours.sock"));
  const latencies: Record<"bare" | "ours", number[]> = { bare: [], ours: [] };
  const rates: Record<"bare" | "ours", number[]> = { bare: [], ours: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, endpoints] of [["bare", bare] as const, ["ours", ours] as const]) {
      latencies[name].push(await endpoints.roundTrip());
      rates[name].push((frames / (await endpoints.receive())) * 1000);
    }
  }
  bare.close();
  await ours.close();
  rmSync(folder, { recursive: true, force: true });
  report(latencies, rates);
}

function report(latencies: Record<"bare" | "ours", number[]>, rates: Record<"bare" | "ours", number[]>): void {
  const [bareMs, ourMs] = [median(latencies.bare), median(latencies.ours)];
  const [bareRate, ourRate] = [median(rates.bare), median(rates.ours)];
  const micro = (value: number) => `${(value * 1000).toFixed(0)} µs`;
  printTable(`ipc (medians of ${rounds} rounds; the reference is a bare node:net echo)`, [
    {
      what: "a command and its reply",
      floor: micro(bareMs),
      ours: micro(ourMs),
      figure: `+${micro(ourMs - bareMs)}`,
      target: "≤ +200 µs",
      isMet: ourMs - bareMs <= 0.2,
    },
    {
      what: `events of ${frame.length} bytes, validated, to one client`,
      floor: `${bareRate.toFixed(0)}/s`,
      ours: `${ourRate.toFixed(0)}/s`,
      figure: `${(ourRate / bareRate).toFixed(2)} ×`,
      target: "≥ 0.25 ×",
      isMet: ourRate / bareRate >= 0.25,
    },
  ]);
}

async function bareEndpoints(path: string): Promise<Endpoints & { close: () => void }> {
  const peers: Socket[] = [];
  const server = await listening(
    createServer((socket) => {
      peers.push(socket);
      socket.on("data", (chunk) => socket.write(chunk));
    }),
    path,
  );
  const client = connect(path);
  let waiting: { remaining: number; done: () => void } = { remaining: 0, done: () => {} };
  client.on("data", (chunk: Buffer) => {
    for (const byte of chunk) if (byte === 0x0c) waiting.remaining -= 1;
    if (waiting.remaining <= 0) waiting.done();
  });
  const expectFrames = (remaining: number) => new Promise<void>((done) => (waiting = { remaining, done }));
  return {
    roundTrip: () =>
      timed(roundTrips, async () => {
        const answered = expectFrames(1);
        client.write(frame);
        await answered;
      }),
    receive: () =>
      timed(1, async () => {
        const all = expectFrames(frames);
        for (let count = 0; count < frames; count += 1) peers[0]?.write(frame);
        await all;
      }),
    close: () => {
      client.destroy();
      server.close();
    },
  };
}

async function ourEndpoints(path: string): Promise<Endpoints & { close: () => Promise<void> }> {
  const server = new IpcServer(path, { maxQueuedFrames: frames + 1, maxQueuedBytes: Number.MAX_SAFE_INTEGER });
  await server.listen();
  const client = new IpcClient(path);
  await client.ready();
  let waiting = { remaining: 0, done: () => {} };
  client.on("TaskEvent", () => {
    waiting.remaining -= 1;
    if (waiting.remaining === 0) waiting.done();
  });
  return {
    roundTrip: () => timed(roundTrips, () => client.request({ commandName: "GetModes" })),
    receive: () =>
      timed(1, async () => {
        const all = new Promise<void>((done) => (waiting = { remaining: frames, done }));
        for (let count = 0; count < frames; count += 1) server.broadcast(event);
        await all;
      }),
    close: async () => {
      client.disconnect();
      await server.close();
    },
  };
}

function listening(server: Server, path: string): Promise<Server> {
  return new Promise((done) => server.listen(path, () => done(server)));
}

/** Average milliseconds of sequential runs. */
async function timed(times: number, work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  for (let count = 0; count < times; count += 1) await work();
  return (performance.now() - startedAt) / times;
}
