import type { gaxios } from "google-auth-library";
import type { Environment } from "../environment.ts";
import { createAgent } from "../http/http-sender.ts";
import type * as library from "./google-library.ts";

/** Loaded on demand and passed on. */
export type GoogleLibrary = typeof library;

/** The conditions of a token request. */
export interface TokenAccess {
  /** The signal of the model request that waits for it. */
  readonly signal: () => AbortSignal | undefined;
  /** For proxies. */
  readonly environment: Environment;
}

export interface ClientOptions {
  readonly transporter: gaxios.Gaxios;
}

/** The timeout for a token server. */
const timeoutMs = 30_000;

/** The library's access to token servers: aborted by the current signal, and without its own retries. */
export function createTransporter(
  google: GoogleLibrary,
  { signal, environment }: TokenAccess,
  /** Replaces Google's own server, which the library always uses. */
  tokenServer?: string,
): gaxios.Gaxios {
  const transporter = new google.gaxios.Gaxios({ timeout: timeoutMs, agent: (url) => createAgent(url, environment) });
  transporter.interceptors.request.add({
    resolved: async (request) => ({
      ...request,
      url: tokenServer === undefined ? request.url : new URL(tokenServer),
      signal: AbortSignal.any([request.signal, signal()].filter((each) => each instanceof AbortSignal)),
      retryConfig: { ...request.retryConfig, retry: 0, noResponseRetries: 0 },
    }),
  });
  return transporter;
}
