import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { listenOnSocket } from "@roo-code/host/ipc";
import { type ControlAnswer, type ControlRequest, controlPath, controlRequests } from "./control-protocol.ts";

export type ControlHandlers = Readonly<Record<ControlRequest, () => Promise<ControlAnswer>>>;

/** Answers the owner's programs on this machine. Who can connect needs no token: the kernel lets in nobody else. */
export async function listenForControl(home: string, handlers: ControlHandlers): Promise<() => Promise<void>> {
  const server = createServer((request, response) => void answer(request, response, handlers));
  const held = await listenOnSocket(server, controlPath(home));
  return () =>
    new Promise((resolve) => {
      held.remove();
      server.close(() => resolve());
      server.closeAllConnections();
    });
}

async function answer(request: IncomingMessage, response: ServerResponse, handlers: ControlHandlers): Promise<void> {
  request.resume();
  const handle = handlerFor(request.url, handlers);
  if (!handle || request.method !== "POST") return void response.writeHead(404).end();
  try {
    const body = JSON.stringify(await handle());
    response.writeHead(200, { "content-type": "application/json" }).end(body);
  } catch (error) {
    response.writeHead(500).end(error instanceof Error ? error.message : "it failed");
  }
}

function handlerFor(url: string | undefined, { open, signOutAll }: ControlHandlers) {
  if (url === controlRequests.open) return open;
  return url === controlRequests.signOutAll ? signOutAll : undefined;
}
