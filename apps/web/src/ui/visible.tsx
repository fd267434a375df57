import { textParts } from "@roo-code/types";
import type { ReactNode } from "react";

/** A foreign text whose hidden characters are seen: what reorders a line or has no width could make it read as another. */
export function Visible({ text }: { readonly text: string }): ReactNode {
  // Of a file with line breaks of another system, each line would end in one.
  const parts = textParts(text.replace(/\r$/, ""));
  if (parts.every(({ isHidden }) => !isHidden)) return parts.map((part) => part.text).join("");
  return parts.map((part, index) =>
    part.isHidden ? (
      <mark
        key={index}
        title="A hidden character"
        className="mx-px rounded-sm bg-bad px-0.5 font-mono text-2xs text-surface [unicode-bidi:isolate]"
      >
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  );
}
