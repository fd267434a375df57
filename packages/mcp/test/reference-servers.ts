import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

const programs = {
  everything: import.meta.resolve("@modelcontextprotocol/server-everything/dist/index.js"),
  filesystem: import.meta.resolve("@modelcontextprotocol/server-filesystem/dist/index.js"),
  memory: import.meta.resolve("@modelcontextprotocol/server-memory/dist/index.js"),
};

/** The program of one of the protocol's own reference servers. */
export function referenceServer(name: keyof typeof programs): string {
  return fileURLToPath(programs[name]);
}

/** The reference server of everything, over the network. */
export async function everythingServer(kind: "sse" | "streamableHttp"): Promise<{ url: string; child: ChildProcess }> {
  const port = await freePort();
  const child = spawn(process.execPath, [referenceServer("everything"), kind], {
    env: { ...process.env, PORT: String(port) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  await new Promise<void>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`the reference server ended with ${code}`)));
    child.stderr?.on("data", (text: Buffer) => {
      if (/port|listening|running/i.test(text.toString())) resolve();
    });
  });
  return { url: `http://127.0.0.1:${port}/${kind === "sse" ? "sse" : "mcp"}`, child };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
