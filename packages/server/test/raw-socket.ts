import type { SentFrame, ServerFrame } from "@roo-code/types/api";
import { WebSocket } from "ws";
import type { Served } from "./served.ts";

/** A minimal client: connects once and records every frame. */
export interface RawSocket {
  readonly socket: WebSocket;
  readonly frames: ServerFrame[];
  /** The close code, or the HTTP status of a refused connection. */
  readonly closed: Promise<number>;
  send(frame: SentFrame): void;
}

export function rawSocket(
  { base, token }: Pick<Served, "base" | "token">,
  options: { readonly headers?: Record<string, string>; readonly isSilent?: boolean; readonly path?: string } = {},
): RawSocket {
  const socket = new WebSocket(`${base.replace("http", "ws")}${options.path ?? "/api/v1/ws"}`, {
    headers: options.headers ?? {},
  });
  const frames: ServerFrame[] = [];
  const send = (frame: SentFrame) => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(frame));
    else socket.once("open", () => socket.send(JSON.stringify(frame)));
  };
  socket.on("message", (data: Buffer) => void frames.push(JSON.parse(data.toString())));
  const closed = new Promise<number>((resolve) => {
    socket.once("unexpected-response", (_, response) => resolve(response.statusCode ?? 0));
    socket.once("close", resolve);
    socket.once("error", () => {});
  });
  if (!options.isSilent) send({ type: "auth", token });
  return { socket, frames, closed, send };
}
