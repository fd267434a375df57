import type { ModelInfo } from "@roo-code/types";
import type { Connection } from "../../connection.ts";

/** Asks one more question of the same server. Throws `ProviderError` or, after an abort, its reason. */
export type AskServer = (path: string, options?: { body?: object }) => Promise<unknown>;

/** How a vendor tells which models it serves. */
export interface ModelSource {
  /** Where the list is: paths are relative to this address, by default the connection's. */
  readonly root?: (baseUrl: URL) => URL;
  readonly headers?: Readonly<Record<string, string>>;
  list(ask: AskServer, connection: Connection): Promise<ModelInfo[]>;
}
