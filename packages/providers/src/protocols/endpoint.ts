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
