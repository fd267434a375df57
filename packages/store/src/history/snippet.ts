import type { Mark } from "./find-terms.ts";

interface Snippet {
  readonly text: string;
  /** The positions of the searched words in `text`. */
  readonly marks: readonly Mark[];
}

const maxLength = 160;
const contextBefore = 50;

/** The part of a text around its first mark, on one line. */
export function snippetOf(text: string, marks: readonly Mark[]): Snippet {
  const first = marks[0]?.start ?? 0;
  const from = text.length <= maxLength ? 0 : Math.max(0, Math.min(first - contextBefore, text.length - maxLength));
  const start = from === 0 ? 0 : atCharacter(text, from);
  const stop = atCharacter(text, Math.min(text.length, start + maxLength));
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

/** Never inside a surrogate pair. */
function atCharacter(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code >= 0xdc00 && code <= 0xdfff ? index + 1 : index;
}

function withoutOverlaps(marks: readonly Mark[]): Mark[] {
  const kept: Mark[] = [];
  for (const mark of marks) if (mark.start >= (kept.at(-1)?.end ?? 0)) kept.push(mark);
  return kept;
}
