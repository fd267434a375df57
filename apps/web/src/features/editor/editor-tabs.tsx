import { visibleText } from "@roo-code/types";
import { clsx } from "clsx";
import { Circle, X } from "lucide-react";
import { Visible } from "../../ui/visible.tsx";
import { closeFile, openFile, useOpenFiles } from "../files/open-files.ts";

export function EditorTabs() {
  const { paths, active, unsaved } = useOpenFiles();
  if (paths.length === 0) return null;
  const close = (path: string) => {
    if (unsaved.has(path) && !confirm(`${visibleText(path)} has unsaved changes. Close it anyway?`)) return;
    closeFile(path);
  };
  return (
    <div role="group" aria-label="Open files" className="flex shrink-0 overflow-x-auto border-b">
      {paths.map((path) => (
        <div
          key={path}
          className={clsx(
            "flex h-9 shrink-0 items-center border-r pl-3 text-xs",
            path === active ? "bg-surface" : "text-ink-2",
          )}
        >
          <button type="button" title={visibleText(path)} aria-current={path === active} onClick={() => openFile(path)}>
            <Visible text={path.split("/").at(-1) ?? path} />
          </button>
          <button
            type="button"
            aria-label={unsaved.has(path) ? `Close ${path} (unsaved)` : `Close ${path}`}
            onClick={() => close(path)}
            className="flex size-7 items-center justify-center rounded text-ink-3 hover:text-ink [&_svg]:size-3.5"
          >
            {unsaved.has(path) ? <Circle className="fill-current" /> : <X />}
          </button>
        </div>
      ))}
    </div>
  );
}
