import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import type { Socket } from "node:net";

/** Node cannot read SO_PEERCRED. These programs can, from a socket on their stdin; absolute paths, so that PATH has no say. */
const programs: readonly (readonly [program: string, args: readonly string[]])[] = [
  ["/usr/bin/perl", ["-MSocket", "-e", 'print((unpack "iII", getsockopt(STDIN, SOL_SOCKET, SO_PEERCRED))[1])']],
  [
    "/usr/bin/python3",
    [
      "-Ic",
      "import socket, struct; s = socket.socket(fileno=0); print(struct.unpack('3i', s.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))[1])",
    ],
  ],
];
const timeoutMs = 10_000;

/** The user id of the peer, as the kernel recorded it at connect; undefined if it cannot be determined. */
export async function peerUser(socket: Socket): Promise<number | undefined> {
  const found = programs.find(([program]) => existsSync(program));
  if (!found || process.platform !== "linux") return undefined;
  const [program, args] = found;
  const text = await new Promise<string>((resolve) => {
    const child = spawn(program, args, { stdio: [socket, "pipe", "ignore"], timeout: timeoutMs, env: {} });
    let output = "";
    child.stdout?.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
    child.on("error", () => resolve("")).on("close", () => resolve(output));
  });
  return /^\d+\s*$/.test(text) ? Number(text) : undefined;
}
