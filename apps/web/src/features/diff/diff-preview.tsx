import { useState } from "react";
import { DiffHunkView } from "./diff-hunk.tsx";
import type { DiffHunk } from "./diff-lines.ts";

export interface DiffPreviewProps {
  readonly hunks: readonly DiffHunk[];
  readonly path: string;
  /** How many are shown at first. */
  readonly firstLines?: number;
}

/** A diff inside of something else: its beginning, and the rest when asked for. */
export function DiffPreview({ hunks, path, firstLines = 40 }: DiffPreviewProps) {
  const [isWhole, setIsWhole] = useState(false);
  const total = hunks.reduce((sum, { lines }) => sum + lines.length, 0);
  const shown = isWhole ? hunks : cut(hunks, firstLines);
  return (
    <div className="overflow-hidden rounded-md border bg-surface">
      {shown.map((hunk, index) => (
        <DiffHunkView key={index} hunk={hunk} path={path} isHeaderShown={index > 0} />
      ))}
      {!isWhole && total > firstLines && (
        <button
          type="button"
          onClick={() => setIsWhole(true)}
          className="w-full border-t bg-sunken py-1 text-xs text-ink-2 hover:text-ink"
        >
          Show {total - firstLines} more lines
        </button>
      )}
    </div>
  );
}

function cut(hunks: readonly DiffHunk[], lines: number): DiffHunk[] {
  let left = lines;
  return hunks.flatMap((hunk) => {
    const shown = hunk.lines.slice(0, left);
    left -= shown.length;
    return shown.length > 0 ? [{ ...hunk, lines: shown }] : [];
  });
}
