import { Badge, type Tone } from "../../ui/badge.tsx";

type TaskStatusName = "completed" | "failed" | "limit" | "denied" | "aborted" | "running" | "interrupted" | "damaged";

const looks: Record<TaskStatusName, { label: string; tone: Tone }> = {
  completed: { label: "Done", tone: "ok" },
  failed: { label: "Failed", tone: "bad" },
  limit: { label: "Limit reached", tone: "warn" },
  denied: { label: "Denied", tone: "warn" },
  aborted: { label: "Stopped", tone: "neutral" },
  running: { label: "Running", tone: "accent" },
  interrupted: { label: "Interrupted", tone: "neutral" },
  damaged: { label: "Damaged", tone: "bad" },
};

interface StatusBadgeProps {
  readonly status: TaskStatusName;
  readonly waitsFor?: "approval" | "answer" | null;
}

export function StatusBadge({ status, waitsFor }: StatusBadgeProps) {
  if (status === "running" && waitsFor) {
    return <Badge tone="warn">{waitsFor === "approval" ? "Needs approval" : "Has a question"}</Badge>;
  }
  const { label, tone } = looks[status];
  return (
    <Badge tone={tone}>
      {status === "running" && <span aria-hidden className="size-1.5 animate-pulse rounded-full bg-current" />}
      {label}
    </Badge>
  );
}
