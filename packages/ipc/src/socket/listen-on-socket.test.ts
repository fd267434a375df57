import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text as textOf } from "node:stream/consumers";
import { until } from "@roo-code/testkit/until";
import { expect, it } from "vitest";
import { rawClient, tempFolder } from "../../test/test-server.ts";
import { IpcClient } from "../ipc-client.ts";
import { IpcServer } from "../ipc-server.ts";
import { listenOnSocket } from "./listen-on-socket.ts";
import { connectToSocket, defaultSocketPath, endpointOf } from "./socket-path.ts";

/** The kernel's limit. */
const maxPathLength = process.platform === "darwin" ? 103 : 107;
const isRoot = process.getuid?.() === 0;
const canTellUsers =
  process.platform === "linux" && ["/usr/bin/perl", "/usr/bin/python3"].some((path) => existsSync(path));

it("listens on a private socket in a private folder", async () => {
  using folder = tempFolder();
  const path = folder.path("new/s.sock");
  const server = new IpcServer(path);
  await server.listen();
  expect(server.socketPath).toBe(path);
  expect(lstatSync(path).mode & 0o777).toBe(0o600);
  expect(lstatSync(dirname(path)).mode & 0o777).toBe(0o700);
  expect(readdirSync(dirname(path))).toEqual(["s.sock"]);
  await server.close();
  expect(readdirSync(dirname(path))).toEqual([]);
});

it.runIf(isRoot)("rejects another user in a folder that everyone can enter", async () => {
  const folder = mkdtempSync(join(tmpdir(), "roo-ipc-open-"));
  chmodSync(folder, 0o755);
  const path = join(folder, "s.sock");
  const server = new IpcServer(path);
  await server.listen();
  const program = `require("net").connect(${JSON.stringify(path)}).on("connect",()=>process.exit(0)).on("error",(error)=>{console.log(error.code);process.exit(1)})`;
  const ids = ["--reuid=65534", "--regid=65534", "--clear-groups"];
  const tried = await ended("setpriv", [...ids, process.execPath, "-e", program]);
  expect(tried).toEqual({ code: 1, text: "EACCES\n" });
  using own = rawClient(path);
  await own.clientId();
  await server.close();
  rmSync(folder, { recursive: true });
});

it.runIf(isRoot && canTellUsers)(
  "rejects another user after the socket was opened to everyone (needs perl or python3)",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "roo-ipc-open-"));
    chmodSync(folder, 0o755);
    const path = join(folder, "s.sock");
    const lines: string[] = [];
    const server = new IpcServer(path, { log: (line) => void lines.push(line) });
    await server.listen();
    chmodSync(path, 0o666);
    const program = `const s=require("net").connect(${JSON.stringify(path)});s.write("x\\f");s.pipe(process.stdout);s.on("close",()=>process.exit(0))`;
    const ids = ["--reuid=65534", "--regid=65534", "--clear-groups"];
    const { text } = await ended("setpriv", [...ids, process.execPath, "-e", program]);
    expect(JSON.parse(text.slice(0, -1))).toEqual({
      type: "message",
      data: {
        type: "Closing",
        origin: "server",
        data: { code: "ipc_other_user", message: "You are user 65534, and this server accepts only user 0." },
      },
    });
    expect(lines).toHaveLength(1);
    expect(server.clientIds).toEqual([]);
    await server.close();
    rmSync(folder, { recursive: true });
  },
);

it.runIf(canTellUsers)(
  "serves its own user after the socket was opened to everyone (needs perl or python3)",
  async () => {
    using folder = tempFolder();
    const path = folder.path("s.sock");
    const commands: unknown[] = [];
    const server = new IpcServer(path, { onCommand: ({ commandName }) => void commands.push(commandName) });
    await server.listen();
    chmodSync(path, 0o666);
    const client = new IpcClient(path);
    await client.request({ commandName: "GetModes" });
    expect(commands).toEqual(["GetModes"]);
    client.disconnect();
    await server.close();
  },
);

it("replaces the socket of a server that was killed", async () => {
  using folder = tempFolder();
  const path = folder.path("s.sock");
  const program = `require("net").createServer().listen(${JSON.stringify(path)},()=>process.kill(process.pid,"SIGKILL"))`;
  spawnSync(process.execPath, ["-e", program]);
  expect(lstatSync(path).isSocket()).toBe(true);
  const server = new IpcServer(path);
  await server.listen();
  using client = rawClient(path);
  await client.clientId();
  expect(lstatSync(path).mode & 0o777).toBe(0o600);
  await server.close();
});

it("does not replace the socket of a running server", async () => {
  using folder = tempFolder();
  const path = folder.path("s.sock");
  const first = new IpcServer(path);
  await first.listen();
  await expect(new IpcServer(path).listen()).rejects.toMatchObject({
    code: "ipc_path_taken",
    message: expect.stringContaining("another program is listening there") as string,
  });
  using client = rawClient(path);
  await client.clientId();
  await first.close();
});

it.each([
  ["a file", (path: string) => writeFileSync(path, "keep me")],
  ["a symbolic link", (path: string) => symlinkSync("/etc/passwd", path)],
  ["a symbolic link", (path: string) => symlinkSync("/nowhere/at/all", path)],
  ["a folder", (path: string) => mkdirSync(path)],
])("refuses a path that is already %s", async (kind, make) => {
  using folder = tempFolder();
  const path = folder.path("s.sock");
  make(path);
  const before = lstatSync(path);
  await expect(new IpcServer(path).listen()).rejects.toMatchObject({
    code: "ipc_path_taken",
    message: expect.stringContaining(kind) as string,
  });
  expect(lstatSync(path)).toMatchObject({ ino: before.ino, size: before.size, mtimeMs: before.mtimeMs });
});

it("refuses a folder where every user can replace the socket", async () => {
  using folder = tempFolder();
  const open = folder.path("open");
  mkdirSync(open);
  chmodSync(open, 0o777);
  await expect(new IpcServer(join(open, "s.sock")).listen()).rejects.toMatchObject({ code: "ipc_unsafe_folder" });
  chmodSync(open, 0o1777);
  const server = new IpcServer(join(open, "s.sock"));
  await server.listen();
  await server.close();
});

it("refuses a path longer than the kernel supports, in the server and the client", async () => {
  using folder = tempFolder();
  const room = maxPathLength - Buffer.byteLength(folder.path("")) - 1;
  const [longest, tooLong] = ["b".repeat(room), "b".repeat(room + 1)].map((name) => folder.path(name));
  const server = new IpcServer(longest);
  await server.listen();
  const client = new IpcClient(longest ?? "");
  await client.ready();
  client.disconnect();
  await server.close();
  const refusal = {
    code: "ipc_path_too_long",
    message: expect.stringContaining(`${maxPathLength + 1} bytes; the system allows at most ${maxPathLength}`),
  };
  await expect(new IpcServer(tooLong).listen()).rejects.toMatchObject(refusal);
  expect(() => new IpcClient(tooLong ?? "")).toThrow(expect.objectContaining(refusal));
  expect(existsSync(tooLong ?? "")).toBe(false);
});

it("connects our own programs through paths of any length", async () => {
  using folder = tempFolder();
  const path = folder.path(`${"a-long-name-".repeat(12)}/${"b".repeat(120)}.sock`);
  const server = createServer((socket) => void socket.on("error", () => {}).end("hello"));
  const held = await listenOnSocket(server, path);
  expect(await textOf(connectToSocket(path))).toBe("hello");
  const other = createServer();
  await expect(listenOnSocket(other, path)).rejects.toMatchObject({ code: "ipc_path_taken" });
  held.remove();
  server.close();
  expect(existsSync(path)).toBe(false);
});

it("removes its socket when the process exits, but no other", async () => {
  using folder = tempFolder();
  const path = folder.path("s.sock");
  const module = JSON.stringify(new URL("../ipc-server.ts", import.meta.url).href);
  const program = `const { IpcServer } = await import(${module}); await new IpcServer(${JSON.stringify(path)}).listen(); process.exit(0)`;
  const { code } = await ended(process.execPath, ["--input-type=module", "-e", program]);
  expect(code).toBe(0);
  expect(existsSync(path)).toBe(false);

  const server = new IpcServer(path);
  await server.listen();
  rmSync(path);
  const other = createServer().listen(path);
  await until(() => other.listening);
  await server.close();
  expect(existsSync(path)).toBe(true);
  other.close();
});

it("chooses a private folder when no path is given", () => {
  const path = defaultSocketPath("x1");
  expect(path).toMatch(/roo-code-\d+\/roo-code-x1\.sock$/);
  expect(lstatSync(dirname(path)).mode & 0o777).toBe(0o700);
});

it("derives a named pipe from a path on Windows, as Roo Code does", () => {
  expect(endpointOf("/tmp/roo/a.sock", "win32")).toBe("\\\\.\\pipe\\tmp-roo-a.sock");
  expect(endpointOf("\\\\.\\pipe\\roo-code-1", "win32")).toBe("\\\\.\\pipe\\roo-code-1");
  expect(endpointOf("/tmp/a.sock", "linux")).toBe("/tmp/a.sock");
});

function ended(program: string, args: readonly string[]): Promise<{ code: number | null; text: string }> {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, text })));
}
