import { useEffect } from "react";
import { stopTask } from "../../data/task/task-ops.ts";
import { useTaskFollower } from "../../data/task/use-task.ts";
import { openPanel, panels, togglePanel } from "../../data/workbench/panel-choice.ts";
import { tellFailure } from "../../ui/toast.ts";

/** Keys of the workbench. Each is also in the list that `?` shows. */
export function useTaskShortcuts(): void {
  const { taskId } = useTaskFollower();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const hasMod = event.metaKey || event.ctrlKey;
      if (hasMod && event.key === ".") {
        event.preventDefault();
        void stopTask(taskId).catch(tellFailure);
      } else if (hasMod && event.key === "\\") {
        event.preventDefault();
        togglePanel();
      } else if (event.altKey && /^Digit[1-6]$/.test(event.code)) {
        event.preventDefault();
        const panel = panels[Number(event.code.slice(5)) - 1];
        if (panel) openPanel(panel);
      } else if (event.altKey && event.code === "KeyY") {
        event.preventDefault();
        press("approve");
      } else if (event.altKey && event.code === "KeyN") {
        event.preventDefault();
        press("deny");
      } else if (hasMod && event.key === "j") {
        event.preventDefault();
        document.querySelector<HTMLElement>("textarea[aria-label=Message]")?.focus();
      }
    };
    globalThis.addEventListener("keydown", onKeyDown);
    return () => globalThis.removeEventListener("keydown", onKeyDown);
  }, [taskId]);
}

/** The first that waits. */
function press(shortcut: string): void {
  document.querySelector<HTMLElement>(`[data-shortcut=${shortcut}]:not(:disabled)`)?.click();
}
