import { estimateTokenCount } from "tokenx";

/** Longer runs without a space are no words: base64, hashes, minified code. */
const maxWordLength = 200;

/** Bytes of such a run per token, measured on base64. */
const bytesPerToken = 1.5;

/** A quick guess, linear in the length of the text. */
export function estimateTokens(text: string): number {
  let dense = 0;
  const words = text.replaceAll(denseRun, (run) => {
    dense += Math.ceil(Buffer.byteLength(run) / bytesPerToken);
    return " ";
  });
  return estimateTokenCount(words) + dense;
}

/** CJK and the like are written without spaces, and are well estimated as they are. */
const denseRun = new RegExp(`[\\x21-\\x7e]{${maxWordLength},}`, "g");

/** Pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** What the largest takes, and one whose size is not known. */
const most = 1600;
/** What others take for the smallest (Google: 258, OpenAI: 255). */
const least = 258;
const maxEdge = 1568;
const pixelsPerToken = 750;

/**
 * What a picture takes in a prompt, by Anthropic's rule: shrunk until its longer edge is 1,568 pixels, then a token for
 * every 750 pixels. By the others' rules (OpenAI: 170 a tile of 512 pixels, Google: 258 a tile) a screenshot takes less.
 */
export function imageTokens(size?: ImageSize): number {
  if (!size || size.width <= 0 || size.height <= 0) return most;
  const scale = Math.min(1, maxEdge / Math.max(size.width, size.height));
  const tokens = Math.ceil((size.width * scale * size.height * scale) / pixelsPerToken);
  return Math.min(most, Math.max(least, tokens));
}
