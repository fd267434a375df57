import { createServer, type ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import { chatEvents } from "@roo-code/testkit/chat-reply";
import { listenOnLoopback } from "@roo-code/testkit/listen-on-loopback";

/** One reply of the model. */
export interface Reply {
  readonly text?: string;
  readonly reasoning?: string;
  readonly calls?: readonly { readonly name: string; readonly input: object }[];
  /** Half of it is sent, then this is waited for. */
  readonly holdAt?: Promise<void>;
  /** Between two pieces of it. */
  readonly paceMs?: number;
  /** Refused with this status instead. */
  readonly status?: number;
}

export interface DirectedModel extends AsyncDisposable {
  readonly baseUrl: string;
  /** What is said to a task whose newest such message contains these words. */
  when(words: string, replies: readonly Reply[]): void;
}

export const call = (name: string, input: object): Reply => ({ calls: [{ name, input }] });
export const done = (result: string): Reply => call("attempt_completion", { result });

/** A real chat server that says what it was told to, however often who asks is restarted. */
export async function directedModel(): Promise<DirectedModel> {
  const scripts = new Map<string, readonly Reply[]>();
  const server = createServer((request, response) => {
    void json(request)
      .then((body) => answer(response, nextReply(scripts, body)))
      .catch(() => response.destroy());
  });
  const port = await listenOnLoopback(server);
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    when: (words, replies) => void scripts.set(words, replies),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Numbered {
  readonly reply: Reply;
  readonly turn: number;
}

function nextReply(scripts: ReadonlyMap<string, readonly Reply[]>, body: unknown): Numbered {
  const { messages = [] } = body as { messages?: { role: string; content: unknown }[] };
  const words = [...scripts.keys()];
  const said = (content: unknown) => JSON.stringify(content);
  const newest = messages.findLastIndex(
    ({ role, content }) => role === "user" && words.some((each) => said(content).includes(each)),
  );
  const script = words.findLast((each) => said(messages[newest]?.content ?? "").includes(each));
  const turn = messages.slice(newest).filter(({ role }) => role === "assistant").length;
  return { reply: scripts.get(script ?? "")?.[turn] ?? done("Nothing more to say."), turn };
}

async function answer(response: ServerResponse, { reply, turn }: Numbered): Promise<void> {
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
    ...(reply.reasoning !== undefined && { reasoning: reply.reasoning }),
    ...(reply.text !== undefined && { text: reply.text }),
    ...(calls && { calls }),
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
