import { lazy, memo, Suspense } from "react";

// Asked for at once: by the time there are words to show, it is mostly here.
const body = import("./markdown-body.tsx");
const Rendered = lazy(() => body);

export interface MarkdownProps {
  readonly text: string;
  /** Still being written: what is open at its end is closed for now. */
  readonly isStreaming?: boolean;
}

/** The words at once, their form when the reader of Markdown has arrived. */
export const Markdown = memo(function Markdown({ text, isStreaming = false }: MarkdownProps) {
  return (
    <Suspense fallback={<p className="whitespace-pre-wrap">{text}</p>}>
      <Rendered text={text} isStreaming={isStreaming} />
    </Suspense>
  );
});
