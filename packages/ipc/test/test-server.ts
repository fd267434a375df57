import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "@roo-code/testkit/until";
import { IpcServer, type IpcServerOptions, type TaskCommand } from "../src/index.ts";

export interface TempFolder extends Disposable {
  readonly path: (name: string) => string;
}

export function tempFolder(): TempFolder {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "roo-ipc-")));
  return {
    path: (name) => join(folder, name),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export interface TestServer extends AsyncDisposable {
  readonly server: IpcServer;
  readonly path: string;
  readonly commands: TaskCommand[];
  readonly problems: string[];
  readonly lines: string[];
}

/** A server on a socket of its own that records what it receives. */
export async function testServer(options: IpcServerOptions = {}): Promise<TestServer> {
  const folder = tempFolder();
  const path = folder.path("s.sock");
  const [commands, problems, lines]: [TaskCommand[], string[], string[]] = [[], [], []];
  const server = new IpcServer(path, {
    log: (line) => void lines.push(line),
    ...options,
    onCommand: (command, source) => {
      commands.push(command);
      return options.onCommand?.(command, source);
    },
  });
  server.on("error", (problem) => void problems.push(problem));
  await server.listen();
  return {
    server,
    path,
    commands,
    problems,
    lines,
    async [Symbol.asyncDispose]() {
      await server.close();
      folder[Symbol.dispose]();
    },
  };
}

export interface RawClient extends Disposable {
  readonly socket: Socket;
  /** Everything received, unparsed. */
  readonly received: () => string;
  readonly isClosed: () => boolean;
  /** The complete frames, parsed. */
  readonly frames: () => { type: string; data: { type: string; [key: string]: unknown } }[];
  readonly clientId: () => Promise<string>;
}

/** A client without any code of ours. */
export function rawClient(path: string): RawClient {
  const socket = connect(path);
  let [text, rest, isClosed] = ["", "", false];
  const whole: { type: string; data: { type: string } }[] = [];
  socket.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
    const parts = (rest + chunk).split("\f");
    rest = parts.pop() ?? "";
    whole.push(...parts.map((frame) => JSON.parse(frame) as { type: string; data: { type: string } }));
  });
  socket.on("error", () => {}).on("close", () => (isClosed = true));
  const frames = () => whole;
  return {
    socket,
    received: () => text,
    isClosed: () => isClosed,
    frames,
    async clientId() {
      await until(() => frames().length > 0);
      const [greeting] = frames() as unknown as [{ data: { data: { clientId: string } } }];
      return greeting.data.data.clientId;
    },
    [Symbol.dispose]: () => void socket.destroy(),
  };
}
