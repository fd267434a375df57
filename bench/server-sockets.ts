import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { WebSocket } from "ws";
import { residentBytes, settledBytes } from "./server-memory.ts";
import { type BenchServer, startServer } from "./server-process.ts";

const taskId = "019a8d00-b1e5-7000-8000-000000000001";

interface Client {
  readonly socket: WebSocket;
  /** Received events of the task. */
  readonly seen: { readonly seq: number; readonly delayMs: number }[];
}

/** Server memory per idle signed-in session. */
export async function idleBytes(server: BenchServer, count: number): Promise<number> {
  const warm = await connect(server, 50);
  await sleep(1_000);
  const before = residentBytes(server.pid);
  const clients = await connect(server, count);
  await sleep(2_000);
  const after = residentBytes(server.pid);
  for (const { socket } of [...warm, ...clients]) socket.terminate();
  return (after - before) / count;
}

/** Sessions that all follow one task, whose log is written by another process. */
export async function liveEvents(
  home: string,
  { sessions, perSecond, seconds }: { sessions: number; perSecond: number; seconds: number },
): Promise<{ p99: number; wrong: number; events: number }> {
  const log = startTask(home);
  const server = await startServer(home);
  const clients = await connect(server, sessions, taskId);
  await sleep(1_000);
  const total = perSecond * seconds;
  for (let seq = 3; seq < 3 + total; seq += 1) {
    appendFileSync(log, eventLine(seq, "x".repeat(200)));
    await sleep(1000 / perSecond);
  }
  await sleep(2_000);
  const delays = clients.flatMap(({ seen }) => seen.filter(({ seq }) => seq > 2).map(({ delayMs }) => delayMs));
  const wrong = clients.reduce((sum, { seen }) => sum + missed(seen, total + 2), 0);
  for (const { socket } of clients) socket.terminate();
  await server.stop();
  delays.sort((left, right) => left - right);
  return { p99: delays[Math.floor(delays.length * 0.99)] ?? Number.NaN, wrong, events: delays.length };
}

/** Server memory for clients that stop reading while a task produces more than may be buffered. */
export async function stalledBytes(home: string, count: number): Promise<number> {
  const log = startTask(home);
  const server = await startServer(home);
  const clients = await connect(server, count, taskId);
  const before = await settledBytes(server.pid);
  for (const { socket } of clients) socket.pause();
  let peak = 0;
  for (let seq = 3; seq < 203; seq += 1) {
    appendFileSync(log, eventLine(seq, "x".repeat(100_000)));
    await sleep(50);
    peak = Math.max(peak, residentBytes(server.pid) - before);
  }
  for (const { socket } of clients) socket.terminate();
  await server.stop();
  return peak;
}

/** Server memory for clients that subscribe to a long task from its beginning and read nothing. */
export async function stalledHistoryBytes(home: string, count: number): Promise<number> {
  const log = startTask(home);
  for (let seq = 3; seq < 403; seq += 1) appendFileSync(log, eventLine(seq, "x".repeat(100_000)));
  const server = await startServer(home);
  const idle = await connect(server, count);
  const before = await settledBytes(server.pid);
  for (const { socket } of idle) {
    socket.send(JSON.stringify({ type: "subscribe", taskId, afterSeq: 0 }));
    socket.pause();
  }
  let peak = 0;
  for (let sample = 0; sample < 100; sample += 1) {
    await sleep(100);
    peak = Math.max(peak, residentBytes(server.pid) - before);
  }
  for (const { socket } of idle) socket.terminate();
  await server.stop();
  return peak;
}

function startTask(home: string): string {
  const folder = join(home, "tasks", taskId);
  mkdirSync(folder, { recursive: true });
  const log = join(folder, "events.jsonl");
  const environment = { cwd: home, platform: "linux", shell: "bash", date: "2030-01-01" };
  const start = {
    seq: 1,
    at: new Date().toISOString(),
    type: "task.start",
    taskId,
    mode: "code",
    environment,
    format: 1,
  };
  writeFileSync(log, `${JSON.stringify(start)}\n${eventLine(2, "begin")}`);
  return log;
}

/** Stamped with the time of writing, to measure the delay. */
function eventLine(seq: number, text: string): string {
  const message = { role: "user", content: [{ type: "text", text }] };
  return `${JSON.stringify({ seq, at: new Date().toISOString(), type: "message.added", opId: String(seq), message })}\n`;
}

function missed(seen: Client["seen"], last: number): number {
  const outOfOrder = seen.filter(({ seq }, index) => seq !== index + 1).length;
  return outOfOrder + Math.max(0, last - seen.length);
}

async function connect({ base, token }: BenchServer, count: number, follow?: string): Promise<Client[]> {
  const clients: Client[] = [];
  for (let from = 0; from < count; from += 50)
    clients.push(
      ...(await Promise.all(Array.from({ length: Math.min(50, count - from) }, () => connectOne(base, token, follow)))),
    );
  return clients;
}

function connectOne(base: string, token: string, follow: string | undefined): Promise<Client> {
  const socket = new WebSocket(`${base.replace("http", "ws")}/api/v1/ws`, { perMessageDeflate: false });
  const seen: Client["seen"] = [];
  return new Promise((resolve, reject) => {
    socket.once("error", reject);
    socket.once("open", () => socket.send(JSON.stringify({ type: "auth", token })));
    socket.on("message", (data: Buffer) => {
      const frame = JSON.parse(data.toString()) as { type: string; event?: { seq: number; at: string } };
      if (frame.type === "ready") {
        if (follow === undefined) return resolve({ socket, seen });
        socket.send(JSON.stringify({ type: "subscribe", taskId: follow, afterSeq: 0 }));
      }
      if (frame.type === "caughtUp") resolve({ socket, seen });
      if (frame.event) seen.push({ seq: frame.event.seq, delayMs: Date.now() - Date.parse(frame.event.at) });
      return undefined;
    });
  });
}
