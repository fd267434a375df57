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
