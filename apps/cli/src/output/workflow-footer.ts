import type { WorkflowResult } from "@roo-code/host/workflow";
import { changedFiles } from "./changed-files.ts";
import { cost, time } from "./workflow-tree.ts";

/** A workflow's end in one line. */
export function workflowFooter({ status, usage, durationMs, filesChanged, phases }: WorkflowResult): string {
  const done = phases.filter((phase) => phase.status === "completed").length;
  const parts = [
    status,
    `${done} of ${phases.length} phases`,
    cost(usage),
    time(durationMs),
    changedFiles(filesChanged),
  ];
  return parts.filter(Boolean).join(" · ");
}
