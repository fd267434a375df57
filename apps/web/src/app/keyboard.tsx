import { Suspense, useEffect, useState } from "react";
import { lazyPart } from "../ui/lazy-part.tsx";
import { ShortcutsDialog } from "./shortcuts-dialog.tsx";

const CommandPalette = lazyPart(() => import("./command-palette.tsx"));

/** What the keyboard opens on every page. */
export function Keyboard() {
  const [palette, setPalette] = useState<"all" | "files">();
  const [isHelp, setIsHelp] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const hasMod = event.metaKey || event.ctrlKey;
      if (hasMod && (event.key === "k" || event.key === "p")) {
        event.preventDefault();
        setPalette(event.key === "k" ? "all" : "files");
      } else if (event.key === "?" && !isTyping(event.target)) {
        event.preventDefault();
        setIsHelp(true);
      }
    };
    globalThis.addEventListener("keydown", onKeyDown);
    return () => globalThis.removeEventListener("keydown", onKeyDown);
  }, []);
  return (
    <>
      {palette && (
        <Suspense>
          <CommandPalette open={palette} onClose={() => setPalette(undefined)} onHelp={() => setIsHelp(true)} />
        </Suspense>
      )}
      <ShortcutsDialog isOpen={isHelp} onClose={() => setIsHelp(false)} />
    </>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName))
  );
}
