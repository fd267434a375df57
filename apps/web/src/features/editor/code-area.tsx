import { type Ref, useEffect, useImperativeHandle, useRef } from "react";
import { type CodeView, createCodeView } from "./code-view.ts";

export interface CodeAreaHandle {
  text(): string;
  /** Another text, as one change that can be undone. */
  replace(text: string): void;
}

export interface CodeAreaProps {
  readonly ref: Ref<CodeAreaHandle>;
  readonly path: string;
  readonly initialText: string;
  /** Shown beside what is typed, line by line. */
  readonly original: string | undefined;
  readonly onChange: (text: string) => void;
  readonly onSave: () => void;
}

export function CodeArea({ ref, path, initialText, original, onChange, onSave }: CodeAreaProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<CodeView>(undefined);
  const latest = useRef({ onChange, onSave });
  latest.current = { onChange, onSave };
  useEffect(() => {
    if (!place.current) return;
    const made = createCodeView({
      place: place.current,
      path,
      text: initialText,
      onChange: (text) => latest.current.onChange(text),
      onSave: () => latest.current.onSave(),
    });
    view.current = made;
    return () => made.dispose();
    // The text is the first one only: what follows goes through the handle.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [path]);
  useEffect(() => view.current?.compareWith(original), [original]);
  useImperativeHandle(ref, () => ({
    text: () => view.current?.text() ?? "",
    replace: (text) => view.current?.replace(text),
  }));
  return <div ref={place} className="min-h-0 flex-1 overflow-hidden" />;
}
