import { Suspense, useEffect, useState } from "react";
import { Dialog } from "../ui/dialog.tsx";
import { lazyPart } from "../ui/lazy-part.tsx";
import { Keys } from "../ui/tooltip.tsx";

const CommandPalette = lazyPart(() => import("./command-palette.tsx"));

/** Shortcuts that work on every page. */
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

function ShortcutsDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Keyboard shortcuts" width="sm">
      <div className="flex flex-col gap-4 pb-3">
        {shortcuts.map(({ group, keys }) => (
          <section key={group}>
            <h3 className="mb-1 text-xs font-semibold text-ink-3">{group}</h3>
            <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-1.5 text-sm">
              {keys.map((shortcut) => (
                <div key={shortcut.keys} className="contents">
                  <dt>
                    <Keys combination={shortcut.keys} />
                  </dt>
                  <dd>{shortcut.action}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

const shortcuts = [
  {
    group: "Everywhere",
    keys: [
      { keys: "mod+k", action: "Command palette" },
      { keys: "mod+p", action: "Open a file" },
      { keys: "?", action: "Show shortcuts" },
    ],
  },
  {
    group: "In a task",
    keys: [
      { keys: "mod+j", action: "Focus the message box" },
      { keys: "enter", action: "Send" },
      { keys: "shift+enter", action: "New line" },
      { keys: "mod+.", action: "Stop" },
      { keys: "alt+y", action: "Allow" },
      { keys: "alt+n", action: "Deny with a reason" },
      { keys: "mod+\\", action: "Show or hide the workspace" },
      { keys: "alt+1", action: "Files; 2 changes, 3 terminal, 4 browser, 5 checkpoints, 6 subtasks" },
    ],
  },
  {
    group: "In the editor",
    keys: [
      { keys: "mod+s", action: "Save" },
      { keys: "mod+f", action: "Find" },
    ],
  },
] as const;
