import { textParts } from "@roo-code/types";
import type { ReactNode } from "react";

/** Shows hidden characters in untrusted text: invisible or reordering ones could make it read as something else. */
export function Visible({ text }: { readonly text: string }): ReactNode {
  // Lines of files with Windows line breaks end in one.
  const parts = textParts(text.replace(/\r$/, ""));
  if (parts.every(({ isHidden }) => !isHidden)) return parts.map((part) => part.text).join("");
  return parts.map((part, index) =>
    part.isHidden ? (
      <mark
        key={index}
        title="Hidden character"
        className="mx-px rounded-sm bg-bad px-0.5 font-mono text-2xs text-surface [unicode-bidi:isolate]"
      >
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  );
}
