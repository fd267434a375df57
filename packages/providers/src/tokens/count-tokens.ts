import { estimateTokens } from "./estimate-tokens.ts";

export interface TokenCount {
  readonly tokens: number;
  readonly isExact: boolean;
  /** By how much of itself the count may be wrong: 0.1 is ten per cent either way, for most texts. */
  readonly errorShare: number;
}

export interface CountOptions {
  readonly model: string;
  /** Worth a vocabulary of 60 MB and some milliseconds. Only OpenAI's is known; others are estimated all the same. */
  readonly exact?: boolean;
}

/** Against o200k, 95 of 100 files of this repository are within it, and all of them together within 1 %. */
const openAiError = 0.12;
/** Not measured: other vendors' vocabularies are not published. Theirs make up to a third more tokens of code. */
const otherError = 0.35;

export async function countTokens(text: string, { model, exact = false }: CountOptions): Promise<TokenCount> {
  const isOpenAi = /(^|[/.])(gpt-(4o|4\.1|4\.5|[5-9]|oss)|o[1-9]\b|chatgpt)/.test(model);
  if (exact && isOpenAi) return { tokens: await encodeTokens(text), isExact: true, errorShare: 0 };
  return { tokens: estimateTokens(text), isExact: false, errorShare: isOpenAi ? openAiError : otherError };
}

/** The encoder is far from linear in the length of what has no spaces: 50 KB of one letter took seconds. */
const maxCharacters = 4096;

/** Exact for OpenAI's models, but for a token or two at each seam. Loads the vocabulary when first called: 60 MB. */
export async function encodeTokens(text: string): Promise<number> {
  const { countTokens: countExactly } = await import("gpt-tokenizer/encoding/o200k_base");
  let tokens = 0;
  for (const piece of pieces(text)) {
    tokens += countExactly(piece, { allowedSpecial: "all" });
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
  const most = start + maxCharacters;
  if (most >= text.length) return text.length;
  const seam = Math.max(text.lastIndexOf(" ", most), text.lastIndexOf("\n", most));
  if (seam > start) return seam;
  return /[\udc00-\udfff]/.test(text.charAt(most)) ? most - 1 : most;
}
