import { token } from "./serve-modes.ts";

export const authorized = { authorization: `Bearer ${token}` };
export const accepts = { "content-type": "application/json", accept: "application/json, text/event-stream" };
export const initializing = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
};

export function post(url: string, headers: Record<string, string>, body: object = initializing, signal?: AbortSignal) {
  return fetch(url, {
    method: "POST",
    headers: { ...authorized, ...accepts, ...headers },
    body: JSON.stringify(body),
    signal: signal ?? null,
  });
}

/** Creates a session and returns the headers for its requests. */
export async function sessionOf(url: string): Promise<Record<string, string>> {
  const response = await post(url, {});
  await response.body?.cancel();
  return {
    "mcp-session-id": response.headers.get("mcp-session-id") ?? "",
    "mcp-protocol-version": "2025-11-25",
  };
}
