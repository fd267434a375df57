import { Brain, ChevronRight } from "lucide-react";

export interface ReasoningProps {
  readonly text: string;
  readonly isLive?: boolean;
}

/** What the model thought, folded. */
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
