import { Dialog } from "../ui/dialog.tsx";
import { Keys } from "../ui/keys.tsx";
import { shortcuts } from "./shortcuts.ts";

export function ShortcutsDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
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
