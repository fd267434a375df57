import type { gaxios } from "google-auth-library";
import type { Environment } from "../environment.ts";
import { createAgent } from "../http/http-sender.ts";
import type * as library from "./google-library.ts";

/** Loaded only when it is needed, and handed on. */
export type GoogleLibrary = typeof library;

/** What a request for a token is subject to. */
export interface Reach {
  /** Of the request to the model that waits for it. */
  readonly signal: () => AbortSignal | undefined;
  /** For proxies. */
  readonly environment: Environment;
}

export interface ClientOptions {
  readonly transporter: gaxios.Gaxios;
}

/** Longest wait for a token server. */
const timeoutMs = 30_000;

/** How the library reaches token servers: ended by the signal of the moment, and without tries of its own. */
export function createTransporter(
  google: GoogleLibrary,
  { signal, environment }: Reach,
  /** In place of Google's own server, which the library always asks. */
  tokenServer?: string,
): gaxios.Gaxios {
  const transporter = new google.gaxios.Gaxios({ timeout: timeoutMs, agent: (url) => createAgent(url, environment) });
  transporter.interceptors.request.add({
    resolved: async (request) => ({
      ...request,
      ...(tokenServer !== undefined && { url: new URL(tokenServer) }),
      signal: AbortSignal.any([request.signal, signal()].filter((each) => each instanceof AbortSignal)),
      retryConfig: { ...request.retryConfig, retry: 0, noResponseRetries: 0 },
    }),
  });
  return transporter;
}
