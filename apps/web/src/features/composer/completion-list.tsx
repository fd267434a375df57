import { clsx } from "clsx";
import { Visible } from "../../ui/visible.tsx";
import type { Completion } from "./use-completions.ts";

export interface CompletionListProps {
  readonly id: string;
  readonly completions: readonly Completion[];
  readonly active: number;
  readonly onChoose: (completion: Completion) => void;
}

export function CompletionList({ id, completions, active, onChoose }: CompletionListProps) {
  return (
    <ul
      id={id}
      role="listbox"
      aria-label="Completions"
      className="absolute inset-x-0 bottom-full z-20 mb-1 max-h-72 overflow-y-auto rounded-lg border bg-raised p-1 shadow-float"
    >
      {completions.map((completion, index) => (
        <li
          key={completion.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          // The text keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(completion)}
          className={clsx(
            "flex cursor-pointer items-baseline gap-2 rounded-md px-2 py-1 text-sm",
            index === active && "bg-hover",
          )}
        >
          <span className="shrink-0 font-medium">
            <Visible text={completion.label} />
          </span>
          <span className="min-w-0 truncate text-xs text-ink-3">
            <Visible text={completion.hint} />
          </span>
        </li>
      ))}
    </ul>
  );
}
