import { memo, Suspense } from "react";
import { lazyPart } from "../../ui/lazy-part.tsx";

const load = () => import("./markdown-body.tsx");
const Rendered = lazyPart(load);
// Preloaded, so that it is usually there for the first text.
void load().catch(() => undefined);

export interface MarkdownProps {
  readonly text: string;
  /** Open blocks at the end of a streamed text are closed temporarily. */
  readonly isStreaming?: boolean;
}

/** Plain text until the Markdown renderer is loaded. */
export const Markdown = memo(function Markdown({ text, isStreaming = false }: MarkdownProps) {
  return (
    <Suspense fallback={<p className="whitespace-pre-wrap">{text}</p>}>
      <Rendered text={text} isStreaming={isStreaming} />
    </Suspense>
  );
});
