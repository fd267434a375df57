import { createServer, type ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { chatEvents } from "@roo-code/testkit/chat-reply";
import { listenOnLoopback } from "@roo-code/testkit/listen-on-loopback";

/** One reply of the model. */
export interface Reply {
  readonly text?: string;
  readonly calls?: readonly { readonly name: string; readonly input: object }[];
  readonly delayMs?: number;
}

export interface ObedientModel extends AsyncDisposable {
  readonly baseUrl: string;
}

/** A message that makes the model give these replies in order, even across restarts of the server. */
export function script(...replies: readonly Reply[]): string {
  return `SCRIPT ${JSON.stringify(replies)}`;
}

export const done = (result: string): Reply => ({ calls: [{ name: "attempt_completion", input: { result } }] });
export const command = (text: string): Reply => ({ calls: [{ name: "execute_command", input: { command: text } }] });
export const write = (path: string, content: string): Reply => ({
  calls: [{ name: "write_to_file", input: { path, content } }],
});

/** A real chat server that replies with the newest script in the conversation. */
export async function obedientModel(): Promise<ObedientModel> {
  const server = createServer((request, response) => void json(request).then((body) => answer(body, response)));
  const port = await listenOnLoopback(server);
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface ChatBody {
  readonly messages?: readonly { readonly role: string; readonly content: unknown }[];
}

async function answer(body: unknown, response: ServerResponse): Promise<void> {
  // A chat request, as our own client makes it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const { messages = [] } = body as ChatBody;
  const newest = messages.findLastIndex(({ role, content }) => role === "user" && scriptIn(content) !== undefined);
  const replies: readonly Reply[] = JSON.parse(scriptIn(messages[newest]?.content) ?? "[]");
  const replyCount = messages.slice(newest).filter(({ role }) => role === "assistant").length;
  const { text, calls, delayMs } = replies[replyCount] ?? done("nothing more to say");
  if (delayMs !== undefined) await setTimeout(delayMs);
  response.writeHead(200, { "content-type": "text/event-stream" }).end(
    chatEvents({
      ...(text !== undefined && { text }),
      ...(calls && {
        calls: calls.map(({ name, input }, index) => ({
          id: `c${replyCount}-${index}`,
          name,
          arguments: JSON.stringify(input),
        })),
      }),
      usage: { prompt_tokens: 10, completion_tokens: 5 },
    }),
  );
}

/** The JSON list without the attachments that follow it in a message. */
function scriptIn(content: unknown): string | undefined {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  const plain = typeof content === "string" ? text : textParts(content);
  const start = plain.indexOf("SCRIPT [");
  if (start === -1) return undefined;
  const from = start + "SCRIPT ".length;
  for (let end = plain.indexOf("]", from); end !== -1; end = plain.indexOf("]", end + 1)) {
    const candidate = plain.slice(from, end + 1);
    try {
      JSON.parse(candidate);
      return candidate;
    } catch {
      // A bracket inside the list.
    }
  }
  return undefined;
}

function textParts(content: unknown): string {
  const parts: unknown[] = Array.isArray(content) ? content : [];
  return parts
    .map((part) => (typeof part === "object" && part !== null && "text" in part ? String(part.text) : ""))
    .join("\n");
}
