import type { Term } from "./history-query.ts";
import { isPlain, type Word, wordsOf } from "./words.ts";

/** Where a term stands in a text. */
export interface Mark {
  readonly start: number;
  readonly end: number;
}

/** Where the terms stand, in order; undefined unless all are there. */
export function findTerms(text: string, terms: readonly Term[]): Mark[] | undefined {
  if (terms.length === 0 || !mayHoldAll(text, terms)) return undefined;
  const words = [...wordsOf(text)];
  const marks: Mark[] = [];
  for (const term of terms) {
    const found = marksOf(words, term);
    if (found.length === 0) return undefined;
    marks.push(...found);
  }
  return marks.sort((left, right) => left.start - right.start || right.end - left.end);
}

/** Spares most texts the splitting. Of others than plain ones it can tell nothing. */
function mayHoldAll(text: string, terms: readonly Term[]): boolean {
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

function isAt(words: readonly Word[], index: number, { words: wanted, isPrefix }: Term): boolean {
  return wanted.every((word, place) => {
    const found = words[index + place]?.word ?? "";
    return isPrefix && place === wanted.length - 1 ? found.startsWith(word) : found === word;
  });
}
