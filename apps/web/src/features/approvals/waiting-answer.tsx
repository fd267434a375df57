import { Clock } from "lucide-react";
import { useLiveState } from "../../data/live.ts";

/** Shown next to an answer that has not reached the server yet. */
export function WaitingAnswer() {
  if (useLiveState() === "open") return null;
  return (
    <span role="status" className="flex items-center gap-1 text-2xs text-warn">
      <Clock aria-hidden className="size-3" /> your answer will be sent when the server is back
    </span>
  );
}
