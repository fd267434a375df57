import type { Services } from "../services/services.ts";
import type { Outbox } from "./outbox.ts";

/** What the parts of a connection share. */
export interface Inside {
  readonly services: Services;
  readonly outbox: Outbox;
  /** Aborted when the client is gone. */
  readonly signal: AbortSignal;
}
