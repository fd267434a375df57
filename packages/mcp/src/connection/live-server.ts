import { setTimeout as sleep } from "node:timers/promises";
import {
  type Client,
  type PriorDiscovery,
  StreamableHTTPClientTransport,
  type Transport,
} from "@modelcontextprotocol/client";
import type { Catalog } from "../catalog/catalog.ts";

/** A server that answers. */
export interface LiveServer {
  readonly client: Client;
  readonly transport: Transport;
  /** Revision of the protocol that was agreed upon. */
  readonly protocol: string;
  /** What to tell the next connection about that. */
  readonly prior: PriorDiscovery;
  readonly catalog: Catalog;
  /** Aborted when it has ended, with why. */
  readonly ended: AbortSignal;
}

const farewellMs = 1_000;

/** Takes leave as the transport wants it, and waits until it has ended. Never rejects. */
export async function closeServer({ client, transport }: LiveServer): Promise<void> {
  if (transport instanceof StreamableHTTPClientTransport && transport.sessionId !== undefined) {
    await Promise.race([transport.terminateSession().catch(() => {}), sleep(farewellMs, undefined, { ref: false })]);
  }
  await client.close().catch(() => {});
}
