import { RooError } from "@roo-code/types";
import type { Connection } from "../connection.ts";

/** The connection's address with a path behind it; a query the person gave stays. */
export function endpointOf({ baseUrl, row }: Connection, path: string): URL {
  if (!baseUrl) throw new RooError({ code: "bad_base_url", message: `${row.label} has no base URL.` });
  const url = new URL(baseUrl);
  url.pathname = `${url.pathname.replace(/\/+$/, "")}${path}`;
  return url;
}

/** What every request carries, whoever it goes to; the key is the format's business. */
export function commonHeaders({ row, headers }: Connection): Record<string, string> {
  return {
    "content-type": "application/json",
    accept: "text/event-stream, application/json",
    "user-agent": "roo-code",
    ...row.headers,
    ...headers,
  };
}

/** Of the API before `v1`, which has a version for every few months. */
const datedVersion = /^\d{4}-\d{2}-\d{2}/;

/**
 * Where Azure answers. The endpoint may be a resource's, with or without `/openai/v1`, or a deployment's as the portal
 * shows it. With a dated version, chat has an address for each deployment.
 */
export function azureUrl(connection: Connection, path: "/chat/completions" | "/responses"): URL {
  const url = endpointOf(connection, "");
  const version = connection.settings.apiVersion?.trim() || url.searchParams.get("api-version") || "";
  const given = /^(?<root>.*?)\/openai(\/v1|\/deployments\/(?<deployment>[^/]+))?$/.exec(url.pathname)?.groups ?? {};
  const root = (given.root ?? url.pathname).replace(/\/+$/, "");
  if (datedVersion.test(version)) {
    const deployment = given.deployment ?? encodeURIComponent(connection.model);
    const place = path === "/responses" ? "" : `/deployments/${deployment}`;
    url.pathname = `${root}/openai${place}${path}`;
  } else if (given.root === undefined && root.endsWith("/v1")) url.pathname = `${root}${path}`;
  else url.pathname = `${root}/openai/v1${path}`;
  if (version) url.searchParams.set("api-version", version);
  return url;
}
