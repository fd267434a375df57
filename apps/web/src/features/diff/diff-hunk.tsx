import { clsx } from "clsx";
import { type ReactNode, useMemo } from "react";
import { CodeLine } from "../code/code-lines.tsx";
import { useHighlighted } from "../code/use-highlighted.ts";
import type { DiffHunk, DiffLine } from "./diff-lines.ts";

export interface DiffHunkViewProps {
  readonly hunk: DiffHunk;
  readonly path: string;
  /** What can be done with this hunk. */
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
