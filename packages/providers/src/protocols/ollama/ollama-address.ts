const defaultPort = "11434";

/**
 * Converts an address in the format of OLLAMA_HOST to a URL: `host`, `host:port`, `:port`, an IPv6 address, with or
 * without a scheme. The unspecified address becomes the loopback one. `/v1` and `/api` at the end are removed.
 */
export function readOllamaAddress(address: string): string {
  const text = address.replaceAll(/^["'\s]+|["'\s]+$/g, "");
  const url = URL.parse(/^[a-z]+:\/\//i.test(text) ? text : `http://${withPort(text)}`);
  // The caller reports an invalid address.
  if (!url) return address;
  if (url.hostname === "0.0.0.0") url.hostname = "127.0.0.1";
  if (url.hostname === "[::]") url.hostname = "[::1]";
  url.pathname = url.pathname.replace(/\/+$/, "").replace(/\/(v1|api|api\/chat)$/, "");
  return url.href;
}

function withPort(text: string): string {
  const [, address = "", path = ""] = /^([^/?#]*)(.*)$/s.exec(text) ?? [];
  if (/^:\d+$/.test(address)) return `127.0.0.1${address}${path}`;
  const isBareIpv6 = !address.startsWith("[") && address.split(":").length > 2;
  const host = isBareIpv6 ? `[${address}]` : address || "127.0.0.1";
  return /:\d+$/.test(host) ? `${host}${path}` : `${host}:${defaultPort}${path}`;
}
