import type { Connection } from "../../connection.ts";
import { endpointOf } from "../endpoint.ts";
import { claudeVersion } from "./claude-model.ts";

/** Whether Claude runs in Google's cloud, which wants the model in the address and its own version in the body. */
export function isOnVertex({ row }: Connection): boolean {
  return row.auth === "google";
}

/** Not a gateway or a compatible server, which may refuse what they do not know. */
export function isVendorsServer({ baseUrl }: Connection): boolean {
  return baseUrl !== undefined && /\.(anthropic|googleapis)\.com$/.test(baseUrl.hostname);
}

/** Whose signature is under the thought of this model: Claude's is the same everywhere, another's only its own server reads. */
export function originOf({ model, row }: Connection): string {
  return claudeVersion(model) === undefined ? `anthropic/${row.id}` : "anthropic";
}

/** The base URL may end with the version or not: people know both forms. */
export function messagesUrl(connection: Connection): URL {
  if (isOnVertex(connection)) return vertexUrl(connection);
  const hasVersion = /\/v\d+$/.test(connection.baseUrl?.pathname ?? "");
  return endpointOf(connection, hasVersion ? "/messages" : "/v1/messages");
}

function vertexUrl(connection: Connection): URL {
  const model = encodeURIComponent(connection.model).replaceAll("%40", "@");
  const url = endpointOf(connection, `/publishers/anthropic/models/${model}:streamRawPredict`);
  // The place that is none in particular has a host without a region.
  url.hostname = url.hostname.replace(/^global-aiplatform\./, "aiplatform.");
  return url;
}
