import type { ModelInfo } from "@roo-code/types";
import type { Connection } from "../../connection.ts";

/** Sends a request to the same server. Throws `ProviderError` or, after an abort, its reason. */
export type RequestJson = (path: string, options?: { body?: object }) => Promise<unknown>;

/** How a vendor lists its models. */
export interface ModelSource {
  /** The base URL of the list; default: the connection's. */
  readonly root?: (baseUrl: URL) => URL;
  readonly headers?: Readonly<Record<string, string>>;
  list(request: RequestJson, connection: Connection): Promise<ModelInfo[]>;
}
