import type { Connection } from "../../connection.ts";
import { endpointOf } from "../endpoint.ts";

/**
 * The version in a Claude model's name as a number, 405 for 4.5, so that newer is larger; undefined for other models.
 * Understands `claude-3-5-sonnet-20241022`, `claude-opus-4-1@20250805`, `anthropic/claude-4.7-opus`, `claude-opus-5`.
 * A Claude without a number is taken for one of the fifth generation.
 */
export function claudeVersion(model: string): number | undefined {
  const [, rest] = /claude(.*)/i.exec(model) ?? [];
  if (rest === undefined) return undefined;
  const [, major, minor = "0"] = /(?<!\d)(\d{1,2})(?!\d)(?:[-.](\d{1,2})(?!\d))?/.exec(rest) ?? [];
  return major === undefined ? 500 : Number(major) * 100 + Number(minor);
}

/** Tokens of one reply: what we ask for when nobody said, and the most the vendor allows. */
interface ReplySize {
  readonly usual: number;
  readonly most: number;
}

/** The vendor refuses a request without a limit, and one above the model's own. */
export function replySize(version: number | undefined): ReplySize {
  if (version === undefined) return { usual: 16_384, most: Number.POSITIVE_INFINITY };
  if (version < 305) return { usual: 4_096, most: 4_096 };
  if (version < 307) return { usual: 8_192, most: 8_192 };
  if (version < 405) return { usual: 32_000, most: 32_000 };
  if (version < 406) return { usual: 32_000, most: 64_000 };
  return { usual: 64_000, most: 128_000 };
}

/**
 * How a model is told to think. `budget`: with a number of tokens. `either`: so, or with an effort. `adaptive`: only
 * with an effort. `always`: likewise, and it thinks even when nobody asked.
 */
type ThinkingKind = "never" | "budget" | "either" | "adaptive" | "always";

export function thinkingKind(version: number | undefined): ThinkingKind {
  if (version === undefined) return "budget";
  if (version < 307) return "never";
  if (version < 406) return "budget";
  if (version < 407) return "either";
  return version < 500 ? "adaptive" : "always";
}

/** From 4.7 on, a request with a temperature is refused. */
export function takesTemperature(version: number | undefined): boolean {
  return version === undefined || version < 407;
}

/** From the fifth generation on, models refuse to be forced to call a tool, but take a schema for their reply. */
export function takesForcedTool(version: number | undefined): boolean {
  return version === undefined || version < 500;
}

/** Whether Claude runs in Google's cloud, which wants the model in the address and its own version in the body. */
export function isOnVertex({ row }: Connection): boolean {
  return row.auth === "google";
}

/** Not a gateway or a compatible server, which may refuse what they do not know. */
export function isVendorsServer({ baseUrl }: Connection): boolean {
  return baseUrl !== undefined && /\.(anthropic|googleapis)\.com$/.test(baseUrl.hostname);
}

/** Whose signature is under the thought of this model: Claude's is the same everywhere, another's only its own server reads. */
export function originOf({ model, row }: Connection): string {
  return claudeVersion(model) === undefined ? `anthropic/${row.id}` : "anthropic";
}

/** The base URL may end with the version or not: people know both forms. */
export function messagesUrl(connection: Connection): URL {
  if (isOnVertex(connection)) return vertexUrl(connection);
  const hasVersion = /\/v\d+$/.test(connection.baseUrl?.pathname ?? "");
  return endpointOf(connection, hasVersion ? "/messages" : "/v1/messages");
}

function vertexUrl(connection: Connection): URL {
  const model = encodeURIComponent(connection.model).replaceAll("%40", "@");
  const url = endpointOf(connection, `/publishers/anthropic/models/${model}:streamRawPredict`);
  // The place that is none in particular has a host without a region.
  url.hostname = url.hostname.replace(/^global-aiplatform\./, "aiplatform.");
  return url;
}
