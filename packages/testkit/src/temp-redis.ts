import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openBus } from "@roo-code/store/bus";

export const hasRedis = spawnSync("redis-server", ["--version"]).status === 0;

export interface TempRedis extends AsyncDisposable {
  readonly url: string;
  /** Messages on a channel from now on. */
  listen(channel: string): Promise<readonly string[]>;
  /** Kills it; `start` restarts it on the same port. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** A real Redis on a free port, removed on dispose. */
export async function tempRedis(): Promise<TempRedis> {
  const folder = mkdtempSync(join(tmpdir(), "roo-redis-"));
  const port = await freePort();
  let child: ChildProcess | undefined;
  const stop = async () => {
    if (!child) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
    child = undefined;
  };
  const start = async () => {
    const args = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder];
    child = spawn("redis-server", args, { stdio: ["ignore", "pipe", "ignore"] });
    for await (const chunk of child.stdout ?? []) if (String(chunk).includes("Ready to accept")) break;
    child.stdout?.resume();
  };
  await start();
  const url = `redis://127.0.0.1:${port}`;
  const bus = await openBus({ url });
  return {
    url,
    async listen(channel) {
      const messages: string[] = [];
      await bus.subscribe(channel, (message) => messages.push(message));
      return messages;
    },
    start,
    stop,
    async [Symbol.asyncDispose]() {
      await bus.close();
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address ? address.port : 0;
}
