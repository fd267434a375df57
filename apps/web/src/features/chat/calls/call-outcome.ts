import type { CallRow } from "../../../data/task/chat-row.ts";
import { formatDuration } from "../../../ui/format.ts";

export interface CallOutcome {
  readonly hasFailed: boolean;
  /** What went wrong, and how long it took. */
  readonly text: string;
}

/** What came of a call that has ended. A command that ran and failed has failed, whatever the tool itself says. */
export function callOutcome({ isError, trouble, durationMs }: NonNullable<CallRow["end"]>): CallOutcome {
  const time = durationMs >= 100 ? formatDuration(durationMs) : undefined;
  const failure = trouble ?? (isError ? "failed" : undefined);
  return { hasFailed: failure !== undefined, text: [failure, time].filter(Boolean).join(" · ") };
}
