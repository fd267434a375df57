import { clsx } from "clsx";
import { type ReactNode, useMemo, useState } from "react";
import { CodeLine, useHighlighted } from "../code/code-block.tsx";
import type { DiffHunk, DiffLine } from "./diff-lines.ts";

interface DiffHunkViewProps {
  readonly hunk: DiffHunk;
  readonly path: string;
  readonly actions?: ReactNode;
  readonly isHeaderShown?: boolean;
}

const looks: Record<DiffLine["kind"], string> = { same: "", added: "bg-added", removed: "bg-removed" };
const signs: Record<DiffLine["kind"], string> = { same: " ", added: "+", removed: "−" };

export function DiffHunkView({ hunk, path, actions, isHeaderShown = true }: DiffHunkViewProps) {
  const code = useMemo(() => hunk.lines.map(({ text }) => text).join("\n"), [hunk]);
  const tokens = useHighlighted(code, path.split("/").at(-1));
  return (
    <div>
      {isHeaderShown && (
        <div className="flex min-h-7 items-center gap-2 border-y bg-sunken px-3 font-mono text-2xs text-ink-3 first:border-t-0">
          <span className="flex-1 truncate">{hunk.header}</span>
          {actions}
        </div>
      )}
      <div tabIndex={0} role="region" aria-label={`Change ${hunk.header} in ${path}`} className="overflow-x-auto">
        <table className="w-full border-collapse font-mono text-xs leading-5">
          <tbody>
            {hunk.lines.map((line, index) => (
              <tr key={index} className={looks[line.kind]}>
                <td className="w-px px-2 text-right text-ink-3 tabular-nums select-none max-sm:hidden">
                  {line.oldLine}
                </td>
                <td className="w-px px-2 text-right text-ink-3 tabular-nums select-none">{line.newLine}</td>
                <td className={clsx("w-px pl-1 select-none", signColours[line.kind])}>{signs[line.kind]}</td>
                <td className="pr-4 pl-2 whitespace-pre">
                  <CodeLine tokens={tokens?.[index]} text={line.text} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

const signColours: Record<DiffLine["kind"], string> = { same: "", added: "text-ok", removed: "text-bad" };

interface DiffPreviewProps {
  readonly hunks: readonly DiffHunk[];
  readonly path: string;
  /** How many lines are shown at first. */
  readonly firstLines?: number;
}

/** The first lines of a diff, with a button for the rest. */
export function DiffPreview({ hunks, path, firstLines = 40 }: DiffPreviewProps) {
  const [isExpanded, setIsExpanded] = useState(false);
  const total = hunks.reduce((sum, { lines }) => sum + lines.length, 0);
  const shown = isExpanded ? hunks : firstLinesOf(hunks, firstLines);
  return (
    <div className="overflow-hidden rounded-md border bg-surface">
      {shown.map((hunk, index) => (
        <DiffHunkView key={index} hunk={hunk} path={path} isHeaderShown={index > 0} />
      ))}
      {!isExpanded && total > firstLines && (
        <button
          type="button"
          onClick={() => setIsExpanded(true)}
          className="w-full border-t bg-sunken py-1 text-xs text-ink-2 hover:text-ink"
        >
          Show {total - firstLines} more lines
        </button>
      )}
    </div>
  );
}

function firstLinesOf(hunks: readonly DiffHunk[], lines: number): DiffHunk[] {
  let remaining = lines;
  return hunks.flatMap((hunk) => {
    const shown = hunk.lines.slice(0, remaining);
    remaining -= shown.length;
    return shown.length > 0 ? [{ ...hunk, lines: shown }] : [];
  });
}

export function DiffStat({ added, removed }: { readonly added: number; readonly removed: number }) {
  return (
    <span className="font-mono text-2xs tabular-nums" aria-label={`${added} lines added, ${removed} removed`}>
      <span className="text-ok">+{added}</span> <span className="text-bad">−{removed}</span>
    </span>
  );
}
