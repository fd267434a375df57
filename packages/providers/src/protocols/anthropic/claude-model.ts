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
export interface ReplySize {
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
export type ThinkingKind = "never" | "budget" | "either" | "adaptive" | "always";

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
