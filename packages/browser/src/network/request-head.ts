import type { Socket } from "node:net";

const maxHeadBytes = 32 * 1024;

/** The first bytes a client sends: a request head in the clear, or something encrypted. */
export type FirstBytes =
  | { readonly kind: "encrypted"; readonly bytes: Buffer }
  | { readonly kind: "request"; readonly bytes: Buffer; readonly origin: string | undefined };

/** Reads until it is clear what it is, and leaves the socket paused. undefined when the client sends nothing usable. */
export async function readFirstBytes(socket: Socket, head: Buffer): Promise<FirstBytes | undefined> {
  let bytes = head;
  while (true) {
    const found = recognise(bytes);
    if (found) return found;
    if (bytes.length > maxHeadBytes) return undefined;
    const chunk = await nextChunk(socket);
    if (!chunk) return undefined;
    bytes = Buffer.concat([bytes, chunk]);
  }
}

function recognise(bytes: Buffer): FirstBytes | undefined {
  const tlsHandshake = 0x16;
  if (bytes[0] === tlsHandshake) return { kind: "encrypted", bytes };
  const end = bytes.indexOf("\r\n\r\n");
  if (end === -1) return undefined;
  const origin = /\r\norigin:[ \t]*([^\r\n]*)/i.exec(bytes.toString("latin1", 0, end))?.[1]?.trim();
  return { kind: "request", bytes, origin };
}

async function nextChunk(socket: Socket): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const settle = (chunk?: Buffer): void => {
      socket.pause().off("data", settle).off("close", end).off("end", end);
      resolve(chunk);
    };
    const end = (): void => settle();
    socket.once("data", settle).once("close", end).once("end", end).resume();
  });
}
