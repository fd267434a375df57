import { memo, Suspense } from "react";
import { lazyPart } from "../../ui/lazy-part.tsx";

const load = () => import("./markdown-body.tsx");
const Rendered = lazyPart(load);
// Asked for at once: by the time there are words to show, it is mostly here.
void load().catch(() => undefined);

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
