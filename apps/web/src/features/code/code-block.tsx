import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { IconButton } from "../../ui/icon-button.tsx";
import { CodeLine } from "./code-lines.tsx";
import { useHighlighted } from "./use-highlighted.ts";

export interface CodeBlockProps {
  readonly code: string;
  readonly language: string | undefined;
}

export function CodeBlock({ code, language }: CodeBlockProps) {
  const lines = useHighlighted(code, language);
  return (
    <div className="group relative my-3 overflow-hidden rounded-lg border bg-sunken">
      <div className="flex h-8 items-center border-b pl-3 text-2xs text-ink-3">
        <span className="flex-1">{language ?? "text"}</span>
        <CopyButton text={code} />
      </div>
      <pre
        tabIndex={0}
        aria-label={`Code, ${language ?? "text"}`}
        className="overflow-x-auto p-3 font-mono text-xs leading-5"
      >
        <code>
          {code.split("\n").map((text, index) => (
            <div key={index} className="min-h-5">
              <CodeLine tokens={lines?.[index]} text={text} />
            </div>
          ))}
        </code>
      </pre>
    </div>
  );
}

const thanksMs = 1500;

export function CopyButton({ text }: { readonly text: string }) {
  const [isDone, setIsDone] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setIsDone(true);
    setTimeout(() => setIsDone(false), thanksMs);
  };
  return (
    <IconButton label={isDone ? "Copied" : "Copy"} className="size-8" onClick={() => void copy()}>
      {isDone ? <Check /> : <Copy />}
    </IconButton>
  );
}
