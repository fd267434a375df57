import type { Client, PriorDiscovery, Transport } from "@modelcontextprotocol/client";
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
