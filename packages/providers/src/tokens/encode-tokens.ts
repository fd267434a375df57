/** The encoder is far from linear in the length of what has no spaces: 50 KB of one letter took seconds. */
const mostCharacters = 4096;

/** Exact for OpenAI's models, but for a token or two at each seam. Loads the vocabulary when first called: 60 MB. */
export async function encodeTokens(text: string): Promise<number> {
  const { countTokens } = await import("gpt-tokenizer/encoding/o200k_base");
  let tokens = 0;
  for (const piece of pieces(text)) {
    tokens += countTokens(piece, { allowedSpecial: "all" });
    // Others get their turn: this is the main thread.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return tokens;
}

/** Cut before a space where there is one: words begin with theirs. Never within a code point. */
function* pieces(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const end = endOf(text, start);
    yield text.slice(start, end);
    start = end;
  }
}

function endOf(text: string, start: number): number {
  const most = start + mostCharacters;
  if (most >= text.length) return text.length;
  const seam = Math.max(text.lastIndexOf(" ", most), text.lastIndexOf("\n", most));
  if (seam > start) return seam;
  return /[\udc00-\udfff]/.test(text.charAt(most)) ? most - 1 : most;
}
