import { RooError } from "@roo-code/types";
import type { Connection } from "../connection.ts";

/** The base URL with a path added; its query is kept. */
export function endpointOf({ baseUrl, row }: Connection, path: string): URL {
  if (!baseUrl) throw new RooError({ code: "bad_base_url", message: `${row.label} has no base URL.` });
  const url = new URL(baseUrl);
  url.pathname = `${url.pathname.replace(/\/+$/, "")}${path}`;
  return url;
}

/** The headers of every request, without authentication. */
export function commonHeaders({ row, headers }: Connection): Record<string, string> {
  return {
    "content-type": "application/json",
    accept: "text/event-stream, application/json",
    "user-agent": "roo-code",
    ...row.headers,
    ...headers,
  };
}

/** A version of the API before `v1`. */
const datedVersion = /^\d{4}-\d{2}-\d{2}/;

/**
 * The URL for Azure. The endpoint may be that of a resource, with or without `/openai/v1`, or that of a deployment as the
 * portal shows it. With a dated version, chat has a URL for each deployment.
 */
export function azureUrl(connection: Connection, path: "/chat/completions" | "/responses"): URL {
  const url = endpointOf(connection, "");
  const version = connection.settings.apiVersion?.trim() || url.searchParams.get("api-version") || "";
  const parsed = /^(?<root>.*?)\/openai(\/v1|\/deployments\/(?<deployment>[^/]+))?$/.exec(url.pathname)?.groups ?? {};
  const root = (parsed.root ?? url.pathname).replace(/\/+$/, "");
  if (datedVersion.test(version)) {
    const deployment = parsed.deployment ?? encodeURIComponent(connection.model);
    const folder = path === "/responses" ? "" : `/deployments/${deployment}`;
    url.pathname = `${root}/openai${folder}${path}`;
  } else if (parsed.root === undefined && root.endsWith("/v1")) url.pathname = `${root}${path}`;
  else url.pathname = `${root}/openai/v1${path}`;
  if (version) url.searchParams.set("api-version", version);
  return url;
}
