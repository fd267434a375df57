import { dominantEnding, joinLines, splitLines, type TextLine } from "../text/text-lines.ts";
import type { Match } from "./find-match.ts";

/** The text with the lines of each match replaced; nothing else changes. The matches must not overlap. */
export function replaceLines(text: string, matches: readonly Match[]): string {
  const lines = splitLines(text);
  const narrowedMatches = matches.map(narrowed).toSorted((left, right) => left.start - right.start);
  const changed = narrowedMatches.flatMap((match, index) => [
    ...lines.slice(narrowedMatches[index - 1]?.end ?? 0, match.start),
    ...piecesOf(lines, match),
  ]);
  return joinLines(withEndings([...changed, ...lines.slice(narrowedMatches.at(-1)?.end ?? 0)], lines));
}

/** Without unchanged lines at both ends: two blocks may share context. */
export function narrowed({ start, end, pieces }: Match): Match {
  let [head, tail] = [0, 0];
  while (head < pieces.length && pieces[head] === start + head) head += 1;
  while (tail < pieces.length - head && pieces.at(-1 - tail) === end - 1 - tail) tail += 1;
  return { start: start + head, end: end - tail, pieces: pieces.slice(head, pieces.length - tail) };
}

function piecesOf(lines: readonly TextLine[], { start, pieces }: Match): TextLine[] {
  const ending = (lines[start] ?? lines.at(-1))?.ending ?? "";
  return pieces.flatMap((piece) => {
    const kept = typeof piece === "number" ? lines[piece] : { text: piece, ending };
    return kept ? [kept] : [];
  });
}

/** Adds missing line endings; the last line has one only if it had one before. */
function withEndings(result: readonly TextLine[], before: readonly TextLine[]): TextLine[] {
  const dominant = dominantEnding(before);
  const hadFinalEnding = before.at(-1)?.ending !== "";
  return result.map((line, index) => {
    if (index === result.length - 1 && !hadFinalEnding) return { ...line, ending: "" };
    return line.ending === "" ? { ...line, ending: dominant } : line;
  });
}
