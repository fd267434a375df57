import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const roo = fileURLToPath(new URL("../bin/roo", import.meta.url));

export interface BenchServer {
  readonly base: string;
  readonly token: string;
  readonly pid: number;
  readonly home: string;
  readonly readyMs: number;
  stop(): Promise<void>;
}

/** Starts the built server in a home. */
export async function startServer(home: string): Promise<BenchServer> {
  const startedAt = performance.now();
  const child = spawn(roo, ["serve", "--port", "0", "--output", "json", "--cwd", home], {
    env: { PATH: process.env.PATH, HOME: home, ROO_HOME: home },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.once("data", (bytes: Buffer) => resolve(bytes.toString()));
    child.once("exit", () => reject(new Error("roo serve exited")));
  });
  const { port, token, pid } = JSON.parse(line) as { port: number; token: string; pid: number };
  return {
    base: `http://127.0.0.1:${port}`,
    token,
    pid,
    home,
    readyMs: performance.now() - startedAt,
    async stop() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
    },
  };
}
