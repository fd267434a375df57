import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { listenOnLoopback } from "./listen-on-loopback.ts";

export interface ServedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The exact bytes. */
  readonly raw: Buffer;
  /** Parsed; undefined if it is not JSON. */
  readonly body: Record<string, unknown> | undefined;
}

/** A server that takes one step per request. */
export interface StepServer<Step> extends AsyncDisposable {
  /** `http://127.0.0.1:<port>`. */
  readonly origin: string;
  readonly port: number;
  readonly requests: readonly ServedRequest[];
  /** Connections ever opened. */
  readonly connections: number;
  /** Responses whose client is still connected. */
  readonly active: number;
  /** Adds steps for the next requests. */
  push(...steps: (Step | ((request: ServedRequest) => Step))[]): void;
  close(): Promise<void>;
}

/** Answers one request; the step is undefined if none is left. */
export type PerformStep<Step> = (step: Step | undefined, response: ServerResponse) => Promise<void>;

/** A real server on a free loopback port. */
export async function stepServer<Step extends object>(perform: PerformStep<Step>): Promise<StepServer<Step>> {
  const pending: (Step | ((request: ServedRequest) => Step))[] = [];
  const requests: ServedRequest[] = [];
  let connections = 0;
  let active = 0;
  const server = createServer((incoming, response) => {
    answer(incoming, response).catch((error: unknown) => response.destroy(toError(error)));
  });
  server.on("connection", () => {
    connections += 1;
  });

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await readServed(incoming);
    requests.push(request);
    active += 1;
    response.on("close", () => {
      active -= 1;
    });
    const step = pending.shift();
    await perform(typeof step === "function" ? step(request) : step, response);
  }

  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });

  const port = await listenOnLoopback(server);
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    requests,
    get connections() {
      return connections;
    },
    get active() {
      return active;
    },
    push: (...more) => void pending.push(...more),
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function readServed(incoming: IncomingMessage): Promise<ServedRequest> {
  const raw = await buffer(incoming);
  const { method = "", url: path = "", headers } = incoming;
  return { method, path, headers, raw, body: parse(raw.toString()) };
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
