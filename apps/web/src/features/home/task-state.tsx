import type { ApiTaskSummary } from "@roo-code/types/api";
import { Badge, type Tone } from "../../ui/badge.tsx";

type Stateful = Pick<ApiTaskSummary, "status" | "waitsFor">;

const looks: Record<ApiTaskSummary["status"], { readonly label: string; readonly tone: Tone }> = {
  running: { label: "Running", tone: "accent" },
  completed: { label: "Done", tone: "ok" },
  failed: { label: "Failed", tone: "bad" },
  limit: { label: "Limit reached", tone: "warn" },
  denied: { label: "Denied", tone: "warn" },
  aborted: { label: "Stopped", tone: "neutral" },
  interrupted: { label: "Interrupted", tone: "neutral" },
  damaged: { label: "Damaged", tone: "bad" },
};

export function TaskState({ task }: { readonly task: Stateful }) {
  if (needsPerson(task)) return <Badge tone="warn">{task.waitsFor === "answer" ? "Asks you" : "Needs approval"}</Badge>;
  const { label, tone } = looks[task.status];
  return (
    <Badge tone={tone}>
      {task.status === "running" && <span className="size-1.5 animate-pulse rounded-full bg-current" aria-hidden />}
      {label}
    </Badge>
  );
}

export function needsPerson({ status, waitsFor }: Stateful): boolean {
  return status === "running" && waitsFor !== null;
}
