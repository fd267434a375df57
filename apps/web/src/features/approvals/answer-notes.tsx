import { Clock } from "lucide-react";
import { useLiveState } from "../../data/live.ts";

/** Shown instead of the buttons for a task of another process, which this one cannot answer. */
export function AnsweredElsewhere() {
  return (
    <p role="note" className="mt-2 text-sm text-ink-2">
      This task is running in another process, such as a terminal. Answer it there.
    </p>
  );
}

/** Shown next to an answer that has not reached the server yet. */
export function WaitingAnswer() {
  if (useLiveState() === "open") return null;
  return (
    <span role="status" className="flex items-center gap-1 text-2xs text-warn">
      <Clock aria-hidden className="size-3" /> your answer will be sent when the server is back
    </span>
  );
}
