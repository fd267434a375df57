import { Brain, ChevronRight } from "lucide-react";
import { memo } from "react";
import type { ReplyRow } from "../../data/task/chat-row.ts";
import { CopyButton } from "../code/code-block.tsx";
import { Images } from "./images.tsx";
import { Markdown } from "./markdown.tsx";

export const ReplyRowView = memo(function ReplyRowView({ row }: { readonly row: ReplyRow }) {
  return (
    <article aria-label="Reply" className="group relative flex flex-col gap-2">
      <Reasoning text={row.reasoning} />
      {row.text.trim() && <Markdown text={row.text} />}
      <Images images={row.images} />
      {row.model !== undefined && <p className="text-2xs text-ink-3">answered by {row.model}</p>}
      {row.wasCut && <p className="text-xs text-warn">The reply was cut off at the model's output limit.</p>}
      {row.text.trim() && (
        <div className="absolute -top-1 right-0 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100">
          <CopyButton text={row.text} />
        </div>
      )}
    </article>
  );
});

interface ReasoningProps {
  readonly text: string;
  readonly isLive?: boolean;
}

/** The reasoning of the model, collapsed. */
export function Reasoning({ text, isLive = false }: ReasoningProps) {
  if (!text.trim()) return null;
  return (
    <details className="group text-sm">
      <summary className="flex w-fit cursor-pointer list-none items-center gap-1.5 rounded text-xs text-ink-3 hover:text-ink-2">
        <Brain aria-hidden className="size-3.5" />
        {isLive ? "Thinking" : "Thought"}
        <ChevronRight aria-hidden className="size-3.5 transition-transform group-open:rotate-90" />
      </summary>
      <div className="mt-1 border-l-2 pl-3 text-xs leading-5 whitespace-pre-wrap text-ink-2 wrap-anywhere">{text}</div>
    </details>
  );
}
