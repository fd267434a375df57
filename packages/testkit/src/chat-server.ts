import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { type ChatCompletion, chatEvents } from "./chat-reply.ts";
import { listenOnLoopback } from "./listen-on-loopback.ts";

export interface ChatRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** As it was sent, byte for byte. */
  readonly raw: Buffer;
  /** The same, parsed; undefined when it is no JSON. */
  readonly body: Record<string, unknown> | undefined;
}

/** What the server does with one request. */
export interface ChatStep extends ChatCompletion {
  /** Default 200. Anything else sends `body` instead of a completion. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is, in place of the completion. */
  readonly body?: string | Uint8Array;
  /** Bytes of the body after which the connection is reset. */
  readonly cutAfterBytes?: number;
  /** Resets the connection in the middle of the first code point of several bytes. */
  readonly cutInsideCodePoint?: boolean;
  /** Bytes of the body after which nothing more comes and the connection stays open. */
  readonly silentAfterBytes?: number;
  /** Not even a status line. */
  readonly neverAnswers?: boolean;
  /** Repeats the body's events until the client leaves. */
  readonly endless?: boolean;
  /** Bytes per write: each reaches the client apart from the next, as far as loopback allows. */
  readonly dripBytes?: number;
}

export interface ChatServer extends AsyncDisposable {
  /** What a client takes as base URL. */
  readonly baseUrl: string;
  readonly port: number;
  readonly requests: readonly ChatRequest[];
  /** Connections ever opened. */
  readonly connections: number;
  /** Answers under way: their clients are still there. */
  readonly active: number;
  /** Adds to what is answered next. */
  push(...steps: ChatServerStep[]): void;
  close(): Promise<void>;
}

export type ChatServerStep = ChatStep | ((request: ChatRequest) => ChatStep);

/** A real server on a free loopback port that streams chat completions as told; one step per request. */
export async function chatServer(steps: readonly ChatServerStep[] = []): Promise<ChatServer> {
  const waiting = [...steps];
  const requests: ChatRequest[] = [];
  let connections = 0;
  let active = 0;
  const server = createServer((incoming, response) => {
    answer(incoming, response).catch((error: unknown) => response.destroy(toError(error)));
  });
  server.on("connection", () => {
    connections += 1;
  });

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await readRequest(incoming);
    requests.push(request);
    active += 1;
    response.on("close", () => {
      active -= 1;
    });
    const step = waiting.shift() ?? { status: 500, body: "the chat server has no step left" };
    await perform(typeof step === "function" ? step(request) : step, response);
  }

  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });

  const port = await listenOnLoopback(server);
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    port,
    requests,
    get connections() {
      return connections;
    },
    get active() {
      return active;
    },
    push: (...more) => void waiting.push(...more),
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function readRequest(incoming: IncomingMessage): Promise<ChatRequest> {
  const raw = await buffer(incoming);
  const { method = "", url: path = "", headers } = incoming;
  return { method, path, headers, raw, body: parse(raw.toString()) };
}

async function perform(step: ChatStep, response: ServerResponse): Promise<void> {
  if (step.neverAnswers) return;
  const body = Buffer.from(step.body ?? (step.status === undefined ? chatEvents(step) : ""));
  const isEvents = step.body === undefined && step.status === undefined;
  const headers = { "content-type": isEvents ? "text/event-stream" : "application/json", ...step.headers };
  response.writeHead(step.status ?? 200, headers);
  response.flushHeaders();
  if (step.endless) return repeat(body, response);

  const cut = step.cutInsideCodePoint ? insideCodePoint(body) : step.cutAfterBytes;
  const sent = body.subarray(0, cut ?? step.silentAfterBytes);
  await write(response, sent, step.dripBytes ?? Math.max(sent.length, 1));
  if (cut !== undefined) response.destroy();
  else if (step.silentAfterBytes === undefined) response.end();
}

async function write(response: ServerResponse, bytes: Buffer, size: number): Promise<void> {
  for (let at = 0; at < bytes.length && !response.destroyed; at += size) {
    // Reset as soon as it is written, what was written would be lost with the connection.
    await new Promise<void>((resolve) => response.write(bytes.subarray(at, at + size), () => resolve()));
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function repeat(body: Buffer, response: ServerResponse): Promise<void> {
  const events = body
    .toString()
    .replace("data: [DONE]\n\n", "")
    .replaceAll(/"finish_reason":"\w+"/g, '"finish_reason":null');
  while (!response.destroyed) await write(response, Buffer.from(events), events.length * 4);
}

function insideCodePoint(body: Buffer): number {
  const first = body.findIndex((byte) => byte >= 0xc0);
  if (first < 0) throw new Error("no character of several bytes to cut");
  return first + 1;
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
