/** `major` × 100 + `minor`, so that 3.10 is more than 3.9. */
export type GeminiVersion = number;

export const gemini25: GeminiVersion = 205;
export const gemini3: GeminiVersion = 300;

/** By the model's name; undefined for models that are no Gemini (Gemma). */
export function versionOf(model: string): GeminiVersion | undefined {
  const [, major, minor = "0"] = /\bgemini-(\d+)(?:\.(\d+))?/.exec(model) ?? [];
  if (major !== undefined) return Number(major) * 100 + Number(minor);
  return /\bgemini-.*latest/.test(model) ? Number.POSITIVE_INFINITY : undefined;
}

export function isAtLeast(model: string, version: GeminiVersion): boolean {
  return (versionOf(model) ?? 0) >= version;
}
