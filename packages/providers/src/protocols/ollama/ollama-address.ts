const defaultPort = "11434";

/**
 * The URL that an address in the form of OLLAMA_HOST means: `host`, `host:port`, `:port`, an IPv6 address, with or
 * without a scheme. Where a server listens on every address, it is asked at the loopback one. The `/v1` of its other
 * format and `/api` are left out.
 */
export function readOllamaAddress(given: string): string {
  const text = given.replaceAll(/^["'\s]+|["'\s]+$/g, "");
  const url = URL.parse(/^[a-z]+:\/\//i.test(text) ? text : `http://${withPort(text)}`);
  // What it is not, whoever asked for it will say.
  if (!url) return given;
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
