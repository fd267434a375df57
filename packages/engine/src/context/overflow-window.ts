/** How vendors name the window in a refusal: `maximum context length is 128000 tokens`, `210000 tokens > 200000 maximum`. */
const patterns = [
  /context (?:length|size|window|limit) (?:is|of) (?:only )?(\d[\d,]{2,12})/i,
  /\d[\d,]{0,12} ?(?:tokens)? > (\d[\d,]{2,12})/i,
];

/** Characters of a message that are searched. */
const mostCharacters = 2000;
const smallest = 1000;

/** The window that a refused request was too long for, where the words say it. */
export function overflowWindow(message: string): number | undefined {
  const text = message.slice(0, mostCharacters);
  for (const pattern of patterns) {
    const found = pattern.exec(text)?.[1];
    const tokens = Number(found?.replaceAll(",", ""));
    if (tokens >= smallest) return tokens;
  }
  return undefined;
}
