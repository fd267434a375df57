import { ProviderError } from "@roo-code/types";
import { recordOf, textOf } from "../json-value.ts";

/** Explains a failed connection by Node's error code. The error itself is dropped: it may contain a proxy's password. */
export function toNetworkError(error: unknown, url: URL): ProviderError {
  const code = codeOf(error);
  const host = hostAndPort(url);
  if (code.startsWith("HPE_")) {
    const message = `${host} did not respond with HTTP (${code}).`;
    return new ProviderError({ code: "bad_stream", message, next: "Check the scheme and port of --base-url." });
  }
  const { reason, next } = explanations.find(({ codes }) => codes.test(code)) ?? unknownCause;
  return new ProviderError({ code: "network", message: `Could not reach ${host}: ${reason} (${code}).`, next });
}

export function hostAndPort(url: URL): string {
  return `${url.hostname}:${url.port || (url.protocol === "https:" ? "443" : "80")}`;
}

/** A host name with several addresses fails with an aggregate of their errors. */
function codeOf(error: unknown): string {
  const { code, errors } = recordOf(error);
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
  return textOf(code) ?? textOf(recordOf(first).code) ?? "unknown error";
}

const explanations = [
  {
    codes: /^ECONNREFUSED$/,
    reason: "the connection was refused",
    next: "Check that the server is running and that --base-url is right.",
  },
  {
    codes: /^(ENOTFOUND|EAI_)/,
    reason: "the host name cannot be resolved",
    next: "Check the network connection, DNS and --base-url.",
  },
  {
    codes: /^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/,
    reason: "the host is unreachable",
    next: "Check the network connection, VPN and proxy (HTTPS_PROXY).",
  },
  {
    codes: /^(ECONNRESET|EPIPE|ECONNABORTED)$/,
    reason: "the connection was closed before a response",
    next: "Check the server's log, and the proxy (HTTPS_PROXY) if there is one.",
  },
  {
    codes: /CERT|SSL|TLS|EPROTO|SIGNATURE|ISSUER/,
    reason: "its TLS certificate or protocol was not accepted",
    next: "Check --base-url; behind a proxy that inspects TLS, set NODE_EXTRA_CA_CERTS to its certificate.",
  },
  { codes: /PROXY/, reason: "the proxy refused the connection", next: "Check HTTP_PROXY, HTTPS_PROXY and NO_PROXY." },
];

const unknownCause = { reason: "the connection failed", next: "Check the network connection and --base-url." };

export function badStream(message: string): ProviderError {
  return new ProviderError({ code: "bad_stream", message: `The provider sent an invalid response: ${message}.` });
}

/** A web page means a wrong address: retrying returns the same page. */
export function webPage(): ProviderError {
  return new ProviderError({
    code: "bad_request",
    message: "The server answered with a web page instead of a model's reply.",
    next: "Check --base-url: most base URLs end with a version, such as https://example.com/v1.",
  });
}
