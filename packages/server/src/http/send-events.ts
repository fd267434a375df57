import { once } from "node:events";
import type { FastifyReply } from "fastify";

const keepAliveMs = 15_000;

/** A stream of server-sent events. One that breaks ends: who follows it asks again. */
export async function sendEvents(
  reply: FastifyReply,
  events: AsyncIterable<unknown>,
  signal: AbortSignal,
): Promise<void> {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, { ...headersOf(reply), "content-type": "text/event-stream", "cache-control": "no-store" });
  raw.flushHeaders();
  const beat = setInterval(() => raw.write(": still here\n\n"), keepAliveMs);
  try {
    for await (const event of events) {
      if (signal.aborted) break;
      if (!raw.write(`data: ${JSON.stringify(event)}\n\n`))
        await Promise.race([once(raw, "drain", { signal }), once(raw, "close")]).catch(() => undefined);
    }
  } catch {
    // The head is sent: there is no way left to say what went wrong.
  } finally {
    clearInterval(beat);
    raw.end();
  }
}

function headersOf(reply: FastifyReply): Record<string, string> {
  return Object.fromEntries(Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]));
}
