import { clsx } from "clsx";
import { useEffect, useRef } from "react";
import { Visible } from "../../../ui/visible.tsx";

interface OutputProps {
  readonly text: string;
  readonly label: string;
  readonly isFailed?: boolean;
  /** Scrolls to the end as lines are added. */
  readonly isGrowing?: boolean;
}

/** Characters shown: more would slow down the page. */
const maxShown = 20_000;

export function Output({ text, label, isFailed = false, isGrowing = false }: OutputProps) {
  const element = useRef<HTMLPreElement>(null);
  useEffect(() => {
    if (isGrowing && element.current) element.current.scrollTop = element.current.scrollHeight;
  }, [text, isGrowing]);
  const rest = text.length - maxShown;
  const shown = rest > 0 ? (isGrowing ? text.slice(-maxShown) : text.slice(0, maxShown)) : text;
  return (
    <pre
      ref={element}
      tabIndex={0}
      role="region"
      aria-label={label}
      className={clsx(
        "max-h-64 overflow-auto rounded-md bg-sunken px-3 py-2 font-mono text-xs leading-5 whitespace-pre-wrap wrap-anywhere",
        isFailed ? "text-bad" : "text-ink-2",
      )}
    >
      <Visible text={withoutColours(shown).replaceAll(/\r\n?/g, "\n")} />
      {rest > 0 && !isGrowing && `\n… ${rest.toLocaleString("en")} more characters`}
    </pre>
  );
}

function withoutColours(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replaceAll(/\u001B\[[\d;?]*[A-Za-z]/g, "");
}
