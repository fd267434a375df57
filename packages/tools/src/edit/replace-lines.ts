import { joinLines, splitLines, type TextLine, usualEnding } from "../text/text-lines.ts";
import type { Place } from "./find-place.ts";

/** The text with each place's lines replaced; nothing outside them changes. What changes does not overlap. */
export function replaceLines(text: string, given: readonly Place[]): string {
  const lines = splitLines(text);
  const places = given.map(narrowed).toSorted((left, right) => left.start - right.start);
  const changed = places.flatMap((place, index) => [
    ...lines.slice(places[index - 1]?.end ?? 0, place.start),
    ...piecesOf(lines, place),
  ]);
  return joinLines(withEndings([...changed, ...lines.slice(places.at(-1)?.end ?? 0)], lines));
}

/** Without the lines at both ends that only stay: two blocks may well share their context. */
export function narrowed({ start, end, pieces }: Place): Place {
  let [head, tail] = [0, 0];
  while (head < pieces.length && pieces[head] === start + head) head += 1;
  while (tail < pieces.length - head && pieces.at(-1 - tail) === end - 1 - tail) tail += 1;
  return { start: start + head, end: end - tail, pieces: pieces.slice(head, pieces.length - tail) };
}

function piecesOf(lines: readonly TextLine[], { start, pieces }: Place): TextLine[] {
  const ending = (lines[start] ?? lines.at(-1))?.ending ?? "";
  return pieces.flatMap((piece) => {
    const kept = typeof piece === "number" ? lines[piece] : { text: piece, ending };
    return kept ? [kept] : [];
  });
}

/** Every line ends, but the last one only if the last one did before. */
function withEndings(result: readonly TextLine[], before: readonly TextLine[]): TextLine[] {
  const usual = usualEnding(before);
  const hadFinalEnding = before.at(-1)?.ending !== "";
  return result.map((line, index) => {
    if (index === result.length - 1 && !hadFinalEnding) return { ...line, ending: "" };
    return line.ending === "" ? { ...line, ending: usual } : line;
  });
}
