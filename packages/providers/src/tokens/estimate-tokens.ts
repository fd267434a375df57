import { estimateTokenCount } from "tokenx";

/** Longer runs without a space are no words: base64, hashes, minified code. */
const longestWord = 200;

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
const denseRun = new RegExp(`[\\x21-\\x7e]{${longestWord},}`, "g");
