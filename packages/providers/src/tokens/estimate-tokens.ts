import { estimateTokenCount } from "tokenx";

/** Longer runs without a space are not words: base64, hashes, minified code. */
const maxWordLength = 200;

/** Bytes of such a run per token, measured on base64. */
const bytesPerToken = 1.5;

/** A fast estimate, linear in the length of the text. */
export function estimateTokens(text: string): number {
  let dense = 0;
  const words = text.replaceAll(denseRun, (run) => {
    dense += Math.ceil(Buffer.byteLength(run) / bytesPerToken);
    return " ";
  });
  return estimateTokenCount(words) + dense;
}

/** ASCII only: CJK text has no spaces either, but is estimated well. */
const denseRun = new RegExp(`[\\x21-\\x7e]{${maxWordLength},}`, "g");

/** Pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** For the largest image, and for one of unknown size. */
const maxImageTokens = 1600;
/** For the smallest image, as other vendors count (Google: 258, OpenAI: 255). */
const minImageTokens = 258;
const maxEdge = 1568;
const pixelsPerToken = 750;

/**
 * The tokens of an image by Anthropic's rule: scaled down to a longer edge of 1,568 pixels, then one token for every 750
 * pixels. By other vendors' rules (OpenAI: 170 per tile of 512 pixels, Google: 258 per tile) a screenshot takes less.
 */
export function imageTokens(size?: ImageSize): number {
  if (!size || size.width <= 0 || size.height <= 0) return maxImageTokens;
  const scale = Math.min(1, maxEdge / Math.max(size.width, size.height));
  const tokens = Math.ceil((size.width * scale * size.height * scale) / pixelsPerToken);
  return Math.min(maxImageTokens, Math.max(minImageTokens, tokens));
}
