import { useEffect, useState } from "react";
import type { Token } from "./highlight.ts";

/** Longer code is shown without colours. */
const maxCharacters = 100_000;

/** `hint` is a file's name or a language's. Undefined until it is known, and where it is not. */
export function useHighlighted(code: string, hint: string | undefined): Token[][] | undefined {
  const [found, setFound] = useState<{ code: string; lines: Token[][] }>();
  useEffect(() => {
    if (!hint || code.length > maxCharacters) return;
    let isOver = false;
    void import("./highlight.ts")
      .then(({ highlight }) => highlight(code, hint))
      .then((lines) => {
        if (lines && !isOver) setFound({ code, lines });
      })
      .catch(() => {
        // Without its colours it is still the code.
      });
    return () => {
      isOver = true;
    };
  }, [code, hint]);
  return found?.code === code ? found.lines : undefined;
}
