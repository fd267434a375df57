import { connect, type Socket } from "node:net";
import { resolve } from "node:path";
import { endpointOf, isPipe, shortPathTo } from "./short-path.ts";

/** The other end of `listenOnSocket`, at any path that one takes. */
export function connectToSocket(path: string): Socket {
  const endpoint = endpointOf(path);
  if (isPipe(endpoint)) return connect(endpoint);
  const short = shortPathTo(resolve(endpoint));
  const socket = connect(short.path);
  socket.once("connect", short.release);
  socket.once("close", short.release);
  return socket;
}
