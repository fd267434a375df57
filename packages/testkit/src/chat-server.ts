import type { ServerResponse } from "node:http";
import { type ChatCompletion, chatEvents } from "./chat-reply.ts";
import { sendAnswer, type TransportFaults } from "./served-answer.ts";
import { type ServedRequest, type StepServer, stepServer } from "./step-server.ts";

export type ChatRequest = ServedRequest;

/** What the server does with one request. */
export interface ChatStep extends ChatCompletion, TransportFaults {
  /** Default 200. Anything else sends `body` instead of a completion. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent unchanged, in place of the completion. */
  readonly body?: string | Uint8Array;
  /** Repeats the body's events until the client disconnects. */
  readonly endless?: boolean;
}

export interface ChatServer extends StepServer<ChatStep> {
  /** The base URL for clients. */
  readonly baseUrl: string;
}

export type ChatServerStep = ChatStep | ((request: ChatRequest) => ChatStep);

/** A real server on a free loopback port that streams chat completions, one step per request. */
export async function chatServer(steps: readonly ChatServerStep[] = []): Promise<ChatServer> {
  const server = await stepServer(perform);
  server.push(...steps);
  return Object.assign(server, { baseUrl: `${server.origin}/v1` });
}

async function perform(step: ChatStep = outOfSteps, response: ServerResponse): Promise<void> {
  const body = Buffer.from(step.body ?? (step.status === undefined ? chatEvents(step) : ""));
  const isEvents = step.body === undefined && step.status === undefined;
  const headers = { "content-type": isEvents ? "text/event-stream" : "application/json", ...step.headers };
  const answer = { status: step.status ?? 200, headers };
  if (step.endless) await sendAnswer(response, { ...answer, pieces: [], repeated: repeatable(body) }, step);
  else await sendAnswer(response, { ...answer, pieces: [body] }, step);
}

const outOfSteps: ChatStep = { status: 500, body: "the chat server has no step left" };

function repeatable(body: Buffer): Buffer {
  const events = body
    .toString()
    .replace("data: [DONE]\n\n", "")
    .replaceAll(/"finish_reason":"\w+"/g, '"finish_reason":null');
  return Buffer.from(events.repeat(4));
}
