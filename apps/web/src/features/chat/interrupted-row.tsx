import { TriangleAlert } from "lucide-react";
import { useTaskView } from "../../data/task/use-task.ts";
import { ResumeButton } from "./resume-button.tsx";

/** The process that worked on it is gone, and said no last word. */
export function InterruptedRow() {
  const view = useTaskView();
  if (view?.status !== "interrupted") return null;
  return (
    <section
      aria-label="Interrupted"
      className="flex flex-wrap items-center gap-3 rounded-xl border bg-surface px-4 py-3"
    >
      <TriangleAlert aria-hidden className="size-4 shrink-0 text-warn" />
      <p className="min-w-48 flex-1 text-sm">
        The task was interrupted. Nothing is lost; it can continue where it stopped.
      </p>
      {view.parent === null && <ResumeButton />}
    </section>
  );
}
