import { useEffect, useState } from "react";

const pauseMs = 300;

/** A text that outlives the page. */
export function useDraft(name: string): [string, (text: string) => void] {
  const key = `roo.draft.${name}`;
  const [text, setText] = useState(() => localStorage.getItem(key) ?? "");
  useEffect(() => {
    const timer = setTimeout(() => {
      if (text) localStorage.setItem(key, text);
      else localStorage.removeItem(key);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [key, text]);
  return [text, setText];
}
