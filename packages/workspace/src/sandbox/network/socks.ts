import type { Socket } from "node:net";

export interface SocksTarget {
  readonly host: string;
  readonly port: number;
}

const [granted, refused, notSupported] = [0, 2, 7];
const longest = 262 + 255;

/** The server's side of a SOCKS 5 greeting and request, without a password. undefined if it is not such a request. */
export async function readSocksRequest(socket: Socket, head: Buffer): Promise<SocksTarget | undefined> {
  const reader = new Reader(socket, head);
  const [, methods = 0] = await reader.take(2);
  await reader.take(methods);
  socket.write(Buffer.from([5, 0]));
  const [, command, , kind] = await reader.take(4);
  const host = await readHost(reader, kind);
  const port = (await reader.take(2)).readUInt16BE();
  reader.giveBack();
  if (command === 1 && host !== undefined) return { host, port };
  replyToSocks(socket, notSupported);
  return undefined;
}

export function grantSocks(socket: Socket): void {
  replyToSocks(socket, granted);
}

export function refuseSocks(socket: Socket): void {
  replyToSocks(socket, refused);
  socket.end();
}

function replyToSocks(socket: Socket, code = granted): void {
  socket.write(Buffer.from([5, code ?? 0, 0, 1, 0, 0, 0, 0, 0, 0]));
}

async function readHost(reader: Reader, kind: number | undefined): Promise<string | undefined> {
  if (kind === 1) return [...(await reader.take(4))].join(".");
  if (kind === 3) return (await reader.take((await reader.take(1))[0] ?? 0)).toString("latin1");
  if (kind !== 4) return undefined;
  const bytes = await reader.take(16);
  return Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(index * 2).toString(16)).join(":");
}

/** Reads a given number of bytes. Rejects if the stream ends before. */
class Reader {
  readonly #socket: Socket;
  #bytes: Buffer;

  constructor(socket: Socket, head: Buffer) {
    this.#socket = socket;
    this.#bytes = head;
  }

  /** Bytes beyond the request belong to the next reader. */
  giveBack(): void {
    if (this.#bytes.length > 0) this.#socket.unshift(this.#bytes);
  }

  async take(length: number): Promise<Buffer> {
    while (this.#bytes.length < length) {
      const more = await nextChunk(this.#socket);
      this.#bytes = Buffer.concat([this.#bytes, more]);
      if (this.#bytes.length > longest) throw new Error("the request is too long");
    }
    const taken = this.#bytes.subarray(0, length);
    this.#bytes = this.#bytes.subarray(length);
    return taken;
  }
}

async function nextChunk(socket: Socket): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const done = (): void => {
      socket.off("data", onData).off("close", onClose).pause();
    };
    const onData = (chunk: Buffer): void => {
      done();
      resolve(chunk);
    };
    const onClose = (): void => {
      done();
      reject(new Error("the connection was closed"));
    };
    socket.on("data", onData).on("close", onClose).resume();
  });
}
