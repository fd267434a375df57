import type { TaskEvent } from "@roo-code/types";

/** Of a task that has none. */
export function whyNoSnapshots(events: readonly TaskEvent[]): string {
  const hasActed = events.some((event) => event.type === "tool.start");
  return hasActed
    ? "No snapshots were kept of what it did (no git, turned off, or too large a folder), so there are no checkpoints."
    : "Nothing was about to change files, so there are no checkpoints.";
}
