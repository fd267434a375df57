import { createServer, type ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import { chatEvents } from "@roo-code/testkit/chat-reply";
import { listenOnLoopback } from "@roo-code/testkit/listen-on-loopback";

/** One reply of the model. */
export interface Reply {
  readonly text?: string;
  readonly reasoning?: string;
  readonly calls?: readonly { readonly name: string; readonly input: object }[];
  /** Awaited after half of the reply was sent. */
  readonly holdAt?: Promise<void>;
  /** The delay between two chunks. */
  readonly paceMs?: number;
  /** Fails with this HTTP status instead. */
  readonly status?: number;
}

export interface ScriptedModel extends AsyncDisposable {
  readonly baseUrl: string;
  /** Sets the replies to a task whose newest matching message contains `text`. */
  when(text: string, replies: readonly Reply[]): void;
}

export const call = (name: string, input: object): Reply => ({ calls: [{ name, input }] });
export const done = (result: string): Reply => call("attempt_completion", { result });

/** A chat completions server with scripted replies. It has no state, so that clients can be restarted. */
export async function scriptedModel(): Promise<ScriptedModel> {
  const scripts = new Map<string, readonly Reply[]>();
  const server = createServer((request, response) => {
    void json(request)
      .then((body) => answer(response, nextReply(scripts, body)))
      .catch(() => response.destroy());
  });
  const port = await listenOnLoopback(server);
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    when: (text, replies) => void scripts.set(text, replies),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface NumberedReply {
  readonly reply: Reply;
  readonly turn: number;
}

function nextReply(scripts: ReadonlyMap<string, readonly Reply[]>, body: unknown): NumberedReply {
  const { messages = [] } = body as { messages?: { role: string; content: unknown }[] };
  const keys = [...scripts.keys()];
  const textOf = (content: unknown) => JSON.stringify(content);
  const newest = messages.findLastIndex(
    ({ role, content }) => role === "user" && keys.some((key) => textOf(content).includes(key)),
  );
  const script = keys.findLast((key) => textOf(messages[newest]?.content ?? "").includes(key));
  const turn = messages.slice(newest).filter(({ role }) => role === "assistant").length;
  return { reply: scripts.get(script ?? "")?.[turn] ?? done("No more replies."), turn };
}

async function answer(response: ServerResponse, { reply, turn }: NumberedReply): Promise<void> {
  if (reply.status !== undefined) {
    response.writeHead(reply.status, { "content-type": "application/json" }).end('{"error":{"message":"not now"}}');
    return;
  }
  const calls = reply.calls?.map(({ name, input }, index) => ({
    id: `c${turn}-${index}-${Math.random().toString(36).slice(2, 8)}`,
    name,
    arguments: JSON.stringify(input),
  }));
  const events = chatEvents({
    reasoning: reply.reasoning,
    text: reply.text,
    calls,
    usage: { prompt_tokens: 1200 + turn * 350, completion_tokens: 90 },
  }).split(/(?<=\n\n)/);
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.flushHeaders();
  const half = Math.floor(events.length / 2);
  for (const [index, event] of events.entries()) {
    if (index === half) await reply.holdAt;
    if (response.destroyed) return;
    response.write(event);
    if (reply.paceMs) await new Promise((resolve) => setTimeout(resolve, reply.paceMs));
  }
  response.end();
}
