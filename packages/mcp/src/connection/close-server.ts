import { setTimeout as sleep } from "node:timers/promises";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { LiveServer } from "./live-server.ts";

const farewellMs = 1_000;

/** Takes leave as the transport wants it, and waits until it has ended. Never rejects. */
export async function closeServer({ client, transport }: LiveServer): Promise<void> {
  if (transport instanceof StreamableHTTPClientTransport && transport.sessionId !== undefined) {
    await Promise.race([transport.terminateSession().catch(() => {}), sleep(farewellMs, undefined, { ref: false })]);
  }
  await client.close().catch(() => {});
}
