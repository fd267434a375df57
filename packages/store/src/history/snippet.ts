import type { Mark } from "./find-terms.ts";

export interface Snippet {
  readonly text: string;
  /** Where the words that were searched for stand in `text`. */
  readonly marks: readonly Mark[];
}

const length = 160;
const before = 50;

/** The part of a text around its first mark, on one line. */
export function snippetOf(text: string, marks: readonly Mark[]): Snippet {
  const first = marks[0]?.start ?? 0;
  const from = text.length <= length ? 0 : Math.max(0, Math.min(first - before, text.length - length));
  const start = from === 0 ? 0 : atCharacter(text, from);
  const stop = atCharacter(text, Math.min(text.length, start + length));
  const lead = start > 0 ? "…" : "";
  const shown = text.slice(start, stop).replace(/[\s]/g, " ");
  return {
    text: `${lead}${shown}${stop < text.length ? "…" : ""}`,
    marks: withoutOverlaps(marks)
      .filter((mark) => mark.start < stop)
      .map((mark) => ({
        start: mark.start - start + lead.length,
        end: Math.min(mark.end, stop) - start + lead.length,
      })),
  };
}

/** Never between the halves of a character that takes two units. */
function atCharacter(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code >= 0xdc00 && code <= 0xdfff ? index + 1 : index;
}

function withoutOverlaps(marks: readonly Mark[]): Mark[] {
  const kept: Mark[] = [];
  for (const mark of marks) if (mark.start >= (kept.at(-1)?.end ?? 0)) kept.push(mark);
  return kept;
}
