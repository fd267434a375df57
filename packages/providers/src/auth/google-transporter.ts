import type * as google from "google-auth-library";

/** Loaded only when it is needed, and handed on. */
export type GoogleLibrary = typeof google;

export type CurrentSignal = () => AbortSignal | undefined;

export interface ClientOptions {
  readonly transporter: google.gaxios.Gaxios;
}

/** Longest wait for a token server. */
const timeoutMs = 30_000;

/** How the library reaches token servers: ended by the signal of the moment, and without tries of its own. */
export function createTransporter(
  library: GoogleLibrary,
  signal: CurrentSignal,
  /** In place of Google's own server, which the library always asks. */
  tokenServer?: string,
): google.gaxios.Gaxios {
  const transporter = new library.gaxios.Gaxios({ timeout: timeoutMs });
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
