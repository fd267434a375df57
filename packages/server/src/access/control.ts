import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { connectToSocket, listenOnSocket } from "@roo-code/host/ipc";
import { RooError } from "@roo-code/types";
import * as z from "zod";
import { serveFolder } from "./server-keys.ts";

/** Where the owner's programs reach a running server: a socket in a folder that only the owner may enter. */
function controlPath(home: string): string {
  return join(serveFolder(home), "control.sock");
}

const controlAnswerSchema = z.object({
  /** Signs in one browser on this machine, once. */
  url: z.string(),
  /** The same for a phone; null if the server listens on loopback only. */
  phoneUrl: z.string().nullable(),
  minutes: z.number(),
  /** Whether the server was started with its own token, which signing everyone out does not change. */
  hasOwnToken: z.boolean(),
});
export type ControlAnswer = z.infer<typeof controlAnswerSchema>;

const controlRequests = { open: "/open", signOutAll: "/sign-out-all" } as const;
type ControlRequest = keyof typeof controlRequests;

type ControlHandlers = Readonly<Record<ControlRequest, () => Promise<ControlAnswer>>>;

/** Answers the owner's programs on this machine. No token needed: the kernel lets no one else connect. */
export async function listenForControl(home: string, handlers: ControlHandlers): Promise<() => Promise<void>> {
  const server = createServer((incoming, response) => void respond(incoming, response, handlers));
  const listening = await listenOnSocket(server, controlPath(home));
  return () =>
    new Promise((resolve) => {
      listening.remove();
      server.close(() => resolve());
      server.closeAllConnections();
    });
}

async function respond(incoming: IncomingMessage, response: ServerResponse, handlers: ControlHandlers): Promise<void> {
  incoming.resume();
  const handle = handlerFor(incoming.url, handlers);
  if (!handle || incoming.method !== "POST") return void response.writeHead(404).end();
  try {
    const body = JSON.stringify(await handle());
    response.writeHead(200, { "content-type": "application/json" }).end(body);
  } catch (error) {
    response.writeHead(500).end(error instanceof Error ? error.message : "the request failed");
  }
}

function handlerFor(url: string | undefined, { open, signOutAll }: ControlHandlers) {
  if (url === controlRequests.open) return open;
  return url === controlRequests.signOutAll ? signOutAll : undefined;
}

const timeoutMs = 10_000;

/** Sends a request to the server of a home on this machine. Throws `RooError` `server_not_running`. */
export async function askServer(home: string, action: ControlRequest): Promise<ControlAnswer> {
  const { status, body } = await post(home, controlRequests[action]);
  if (status !== 200)
    throw new RooError({ code: "server_failed", message: `The server of ${home} answered ${status}: ${body}` });
  return controlAnswerSchema.parse(JSON.parse(body));
}

function post(home: string, path: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = request({
      method: "POST",
      path,
      createConnection: () => connectToSocket(controlPath(home)),
      timeout: timeoutMs,
    });
    outgoing.on("timeout", () => outgoing.destroy(new Error("the server does not answer")));
    outgoing.on("error", (cause) => reject(notRunning(home, cause)));
    outgoing.on("response", (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
    });
    outgoing.end();
  });
}

function notRunning(home: string, cause: unknown): RooError {
  return new RooError({
    code: "server_not_running",
    message: `No server is running for ${home}.`,
    next: "Start one with: roo serve. If yours uses another home, set ROO_HOME to it.",
    cause,
  });
}
