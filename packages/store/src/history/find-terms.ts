import type { Term } from "./history-query.ts";

/** The position of a term in a text. */
export interface Mark {
  readonly start: number;
  readonly end: number;
}

/** The positions of the terms, in order; undefined unless all are found. */
export function findTerms(text: string, terms: readonly Term[]): Mark[] | undefined {
  if (terms.length === 0 || !mayContainAll(text, terms)) return undefined;
  const words = [...wordsOf(text)];
  const marks: Mark[] = [];
  for (const term of terms) {
    const found = marksOf(words, term);
    if (found.length === 0) return undefined;
    marks.push(...found);
  }
  return marks.sort((left, right) => left.start - right.start || right.end - left.end);
}

/** A cheap check that rules out most plain texts; true for all others. */
function mayContainAll(text: string, terms: readonly Term[]): boolean {
  if (!isPlain(text)) return true;
  const lower = text.toLowerCase();
  return terms.every((term) => term.words.every((word) => lower.includes(word)));
}

function marksOf(words: readonly Word[], term: Term): Mark[] {
  const marks: Mark[] = [];
  for (const [index, { start }] of words.entries()) {
    const last = words[index + term.words.length - 1];
    if (last && isAt(words, index, term)) marks.push({ start, end: last.end });
  }
  return marks;
}

function isAt(words: readonly Word[], index: number, { words: termWords, isPrefix }: Term): boolean {
  return termWords.every((word, offset) => {
    const found = words[index + offset]?.word ?? "";
    return isPrefix && offset === termWords.length - 1 ? found.startsWith(word) : found === word;
  });
}

/** A word with its position in a text, normalized for comparison: without case, accents and spelling variants. */
interface Word {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** The words of a text, in order. In scripts without spaces each character is a word. */
export function* wordsOf(text: string): Generator<Word, void, undefined> {
  for (const { 0: original, index: start } of text.matchAll(wordPattern)) {
    const word = normalize(original);
    if (word) yield { word, start, end: start + original.length };
  }
}

/** A text in which SQLite's `ascii` tokenizer finds the same words as `wordsOf` in the original. */
export function indexableText(text: string): string {
  if (isPlain(text)) return text;
  const words: string[] = [];
  for (const { word } of wordsOf(text)) words.push(word);
  return words.join(" ");
}

/** Whether a text is ASCII, so that its words only differ in case. */
function isPlain(text: string): boolean {
  return plainText.test(text);
}

const unspaced = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}`;
const wordPattern = new RegExp(String.raw`[${unspaced}]\p{M}*|[[\p{L}\p{N}\p{M}]--[${unspaced}]]+`, "gv");
// oxlint-disable-next-line no-control-regex -- without NUL, which terminates strings in SQLite
const plainText = /^[\x01-\x7f]*$/;
// oxlint-disable-next-line no-control-regex -- left over from normalizing "⑴" and the like
const asciiBesidesWords = /[\x00-\x2f\x3a-\x60\x7b-\x7f]/g;

function normalize(original: string): string {
  if (isPlain(original)) return original.toLowerCase();
  return original
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replaceAll("ς", "σ")
    .replace(asciiBesidesWords, "");
}
