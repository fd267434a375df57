/** A word where it stands in a text, as it is compared: without case, accents and variants of writing. */
export interface Word {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** The words of a text, in order. Where a script puts no spaces between words, each character is one. */
export function* wordsOf(text: string): Generator<Word, void, undefined> {
  for (const { 0: written, index: start } of text.matchAll(writtenWords)) {
    const word = fold(written);
    if (word) yield { word, start, end: start + written.length };
  }
}

/** A text for SQLite's `ascii` tokenizer, which finds the same words in it as `wordsOf` does in the original. */
export function indexableText(text: string): string {
  if (isPlain(text)) return text;
  const words: string[] = [];
  for (const { word } of wordsOf(text)) words.push(word);
  return words.join(" ");
}

/** Whether the words of a text are what they look like, but for the case of a to z. */
export function isPlain(text: string): boolean {
  return plainText.test(text);
}

const unspaced = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}`;
const writtenWords = new RegExp(String.raw`[${unspaced}]\p{M}*|[[\p{L}\p{N}\p{M}]--[${unspaced}]]+`, "gv");
// oxlint-disable-next-line no-control-regex -- without NUL, which ends a text for some
const plainText = /^[\x01-\x7f]*$/;
// oxlint-disable-next-line no-control-regex -- what taking "⑴" and the like apart leaves
const asciiBesidesWords = /[\x00-\x2f\x3a-\x60\x7b-\x7f]/g;

function fold(written: string): string {
  if (isPlain(written)) return written.toLowerCase();
  return written
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replaceAll("ς", "σ")
    .replace(asciiBesidesWords, "");
}
