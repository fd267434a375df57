import { Suspense, useEffect, useState } from "react";
import { Dialog } from "../ui/dialog.tsx";
import { lazyPart } from "../ui/lazy-part.tsx";
import { Keys } from "../ui/tooltip.tsx";

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
                  <dd>{shortcut.does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

/** Every key there is, for those who want to know. */
const shortcuts = [
  {
    group: "Everywhere",
    keys: [
      { keys: "mod+k", does: "Command palette" },
      { keys: "mod+p", does: "Open a file" },
      { keys: "?", does: "Show shortcuts" },
    ],
  },
  {
    group: "In a task",
    keys: [
      { keys: "mod+j", does: "Focus the message box" },
      { keys: "enter", does: "Send" },
      { keys: "shift+enter", does: "New line" },
      { keys: "mod+.", does: "Stop" },
      { keys: "alt+y", does: "Allow" },
      { keys: "alt+n", does: "Deny with a reason" },
      { keys: "mod+\\", does: "Show or hide the workspace" },
      { keys: "alt+1", does: "Files; 2 changes, 3 terminal, 4 browser, 5 checkpoints, 6 subtasks" },
    ],
  },
  {
    group: "In the editor",
    keys: [
      { keys: "mod+s", does: "Save" },
      { keys: "mod+f", does: "Find" },
    ],
  },
] as const;
