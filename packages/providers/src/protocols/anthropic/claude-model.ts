import type { Connection } from "../../connection.ts";
import { endpointOf } from "../endpoint.ts";

/**
 * The version in a Claude model's name as a number, 405 for 4.5, so that newer is larger; undefined for other models.
 * Understands `claude-3-5-sonnet-20241022`, `claude-opus-4-1@20250805`, `anthropic/claude-4.7-opus`, `claude-opus-5`.
 * A Claude without a number is assumed to be of the fifth generation.
 */
export function claudeVersion(model: string): number | undefined {
  const [, rest] = /claude(.*)/i.exec(model) ?? [];
  if (rest === undefined) return undefined;
  const [, major, minor = "0"] = /(?<!\d)(\d{1,2})(?!\d)(?:[-.](\d{1,2})(?!\d))?/.exec(rest) ?? [];
  return major === undefined ? 500 : Number(major) * 100 + Number(minor);
}

/** Tokens of one reply: the limit we set by default, and the vendor's maximum. */
interface ReplySize {
  readonly default: number;
  readonly max: number;
}

/** The vendor rejects a request without a limit, and one above the model's maximum. */
export function replySize(version: number | undefined): ReplySize {
  if (version === undefined) return { default: 16_384, max: Number.POSITIVE_INFINITY };
  if (version < 305) return { default: 4_096, max: 4_096 };
  if (version < 307) return { default: 8_192, max: 8_192 };
  if (version < 405) return { default: 32_000, max: 32_000 };
  if (version < 406) return { default: 32_000, max: 64_000 };
  return { default: 64_000, max: 128_000 };
}

/**
 * How thinking is requested. `budget`: with a number of tokens. `either`: with a budget or an effort. `adaptive`: only
 * with an effort. `always`: likewise, and the model thinks even without a request.
 */
type ThinkingKind = "never" | "budget" | "either" | "adaptive" | "always";

export function thinkingKind(version: number | undefined): ThinkingKind {
  if (version === undefined) return "budget";
  if (version < 307) return "never";
  if (version < 406) return "budget";
  if (version < 407) return "either";
  return version < 500 ? "adaptive" : "always";
}

/** From 4.7 on, a request with a temperature is rejected. */
export function takesTemperature(version: number | undefined): boolean {
  return version === undefined || version < 407;
}

/** From the fifth generation on, models cannot be forced to call a tool, but accept a schema for their reply. */
export function takesForcedTool(version: number | undefined): boolean {
  return version === undefined || version < 500;
}

/** Whether Claude runs in Google's cloud, which expects the model in the URL and its own version in the body. */
export function isOnVertex({ row }: Connection): boolean {
  return row.auth === "google";
}

/** Not a gateway or a compatible server, which may reject unknown fields. */
export function isOfficialServer({ baseUrl }: Connection): boolean {
  return baseUrl !== undefined && /\.(anthropic|googleapis)\.com$/.test(baseUrl.hostname);
}

/** The origin of this model's thinking signatures: Claude's are valid everywhere, others only on their own server. */
export function originOf({ model, row }: Connection): string {
  return claudeVersion(model) === undefined ? `anthropic/${row.id}` : "anthropic";
}

/** The base URL may end with the version or not: both forms are common. */
export function messagesUrl(connection: Connection): URL {
  if (isOnVertex(connection)) return vertexUrl(connection);
  const hasVersion = /\/v\d+$/.test(connection.baseUrl?.pathname ?? "");
  return endpointOf(connection, hasVersion ? "/messages" : "/v1/messages");
}

function vertexUrl(connection: Connection): URL {
  const model = encodeURIComponent(connection.model).replaceAll("%40", "@");
  const url = endpointOf(connection, `/publishers/anthropic/models/${model}:streamRawPredict`);
  // The global location has a host without a region.
  url.hostname = url.hostname.replace(/^global-aiplatform\./, "aiplatform.");
  return url;
}
