/** How vendors report the window in a refusal: `maximum context length is 128000 tokens`, `210000 tokens > 200000 maximum`. */
const patterns = [
  /context (?:length|size|window|limit) (?:is|of) (?:only )?(\d[\d,]{2,12})/i,
  /\d[\d,]{0,12} ?(?:tokens)? > (\d[\d,]{2,12})/i,
];

/** Number of characters searched. */
const maxCharacters = 2000;
const minWindow = 1000;

/** The context window named in a refusal, if any. */
export function overflowWindow(message: string): number | undefined {
  const text = message.slice(0, maxCharacters);
  for (const pattern of patterns) {
    const found = pattern.exec(text)?.[1];
    const tokens = Number(found?.replaceAll(",", ""));
    if (tokens >= minWindow) return tokens;
  }
  return undefined;
}
