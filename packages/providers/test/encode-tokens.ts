/** The encoder is far from linear for text without spaces: 50 KB of one letter took seconds. */
const maxPieceLength = 4096;

/** Exact for OpenAI's models, except for a token or two between pieces. Loads the vocabulary on first use: 60 MB. */
export async function encodeTokens(text: string): Promise<number> {
  const { countTokens: countExactly } = await import("gpt-tokenizer/encoding/o200k_base");
  let tokens = 0;
  for (const piece of pieces(text)) {
    tokens += countExactly(piece, { allowedSpecial: "all" });
    // Yields to other work on the main thread.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return tokens;
}

/** Split before a space if possible, because tokens begin with it, and never within a code point. */
function* pieces(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const end = endOf(text, start);
    yield text.slice(start, end);
    start = end;
  }
}

function endOf(text: string, start: number): number {
  const maxEnd = start + maxPieceLength;
  if (maxEnd >= text.length) return text.length;
  const boundary = Math.max(text.lastIndexOf(" ", maxEnd), text.lastIndexOf("\n", maxEnd));
  if (boundary > start) return boundary;
  return /[\udc00-\udfff]/.test(text.charAt(maxEnd)) ? maxEnd - 1 : maxEnd;
}
