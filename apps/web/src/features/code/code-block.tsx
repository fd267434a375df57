import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { IconButton } from "../../ui/icon-button.tsx";
import { Visible } from "../../ui/visible.tsx";
import type { Token } from "./highlight.ts";

interface CodeBlockProps {
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

const copiedMs = 1500;

export function CopyButton({ text }: { readonly text: string }) {
  const [isDone, setIsDone] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setIsDone(true);
    setTimeout(() => setIsDone(false), copiedMs);
  };
  return (
    <IconButton label={isDone ? "Copied" : "Copy"} className="size-8" onClick={() => void copy()}>
      {isDone ? <Check /> : <Copy />}
    </IconButton>
  );
}

export function CodeLine({ tokens, text }: { readonly tokens: readonly Token[] | undefined; readonly text: string }) {
  if (!tokens) return <Visible text={text} />;
  return tokens.map((token, index) =>
    token.className ? (
      <span key={index} className={token.className}>
        <Visible text={token.text} />
      </span>
    ) : (
      <Visible key={index} text={token.text} />
    ),
  );
}

/** Longer code is not highlighted. */
const maxCharacters = 100_000;

/** `hint`: a file name or a language. Undefined until highlighted, and for unknown languages. */
export function useHighlighted(code: string, hint: string | undefined): Token[][] | undefined {
  const [found, setFound] = useState<{ code: string; lines: Token[][] }>();
  useEffect(() => {
    if (!hint || code.length > maxCharacters) return;
    let isStale = false;
    void import("./highlight.ts")
      .then(({ highlight }) => highlight(code, hint))
      .then((lines) => {
        if (lines && !isStale) setFound({ code, lines });
      })
      .catch(() => {
        // Shown without highlighting.
      });
    return () => {
      isStale = true;
    };
  }, [code, hint]);
  return found?.code === code ? found.lines : undefined;
}
