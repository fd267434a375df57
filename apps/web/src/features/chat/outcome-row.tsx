import { useMutation } from "@tanstack/react-query";
import { BadgeCheck, CircleAlert, CircleStop, Play, TriangleAlert } from "lucide-react";
import { memo, type ReactNode } from "react";
import { client } from "../../data/client.ts";
import type { OutcomeRow } from "../../data/task/chat-row.ts";
import { useFollowed, useTaskFollower, useTaskView } from "../../data/task/use-task.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { formatCost, formatCount, formatDuration } from "../../ui/format.ts";
import { showError } from "../../ui/toast.ts";
import { Markdown } from "./markdown.tsx";

type Status = OutcomeRow["end"]["status"];

const looks: Record<Status, { title: string; icon: ReactNode; colour: string }> = {
  completed: { title: "Done", icon: <BadgeCheck />, colour: "text-ok" },
  failed: { title: "Failed", icon: <CircleAlert />, colour: "text-bad" },
  limit: { title: "Limit reached", icon: <TriangleAlert />, colour: "text-warn" },
  denied: { title: "Stopped: too many denials", icon: <TriangleAlert />, colour: "text-warn" },
  aborted: { title: "Stopped", icon: <CircleStop />, colour: "text-ink-2" },
};

export const OutcomeRowView = memo(function OutcomeRowView({ row }: { readonly row: OutcomeRow }) {
  const { end } = row;
  const { title, icon, colour } = looks[end.status];
  const isNewest = useFollowed(({ rows, view }) => rows.at(-1)?.key === row.key && view?.status === row.end.status);
  return (
    <section aria-label={title} className="rounded-xl border bg-surface">
      <header className="flex flex-wrap items-center gap-2 px-4 py-2">
        <span className={`flex items-center gap-2 text-sm font-semibold [&_svg]:size-4 ${colour}`}>
          {icon}
          {title}
        </span>
        {end.verification && <VerificationBadge verification={end.verification} />}
        <span className="ml-auto text-2xs text-ink-3 tabular-nums">{figures(end)}</span>
      </header>
      {end.result && !row.isRepeated && (
        <div className="border-t px-4 py-3">
          <Markdown text={end.result} />
        </div>
      )}
      {end.error && (
        <p role="alert" className="border-t px-4 py-2 text-sm text-bad wrap-anywhere">
          {end.error.message}
        </p>
      )}
      {isNewest && end.status !== "completed" && (
        <footer className="border-t px-4 py-2">
          <ResumeButton />
        </footer>
      )}
    </section>
  );
});

function VerificationBadge({ verification }: { readonly verification: "verified" | "unverified" | "failed" }) {
  switch (verification) {
    case "verified":
      return <Badge tone="ok">verified</Badge>;
    case "unverified":
      return <Badge>not verified</Badge>;
    case "failed":
      return <Badge tone="bad">contradicted by the log</Badge>;
  }
}

function figures({ usage, turns, durationMs, filesChanged }: OutcomeRow["end"]): string {
  return [
    `${turns} ${turns === 1 ? "turn" : "turns"}`,
    formatDuration(durationMs),
    `${formatCount(usage.inputTokens + usage.outputTokens)} tokens`,
    ...(usage.costUsd === null ? [] : [formatCost(usage.costUsd)]),
    ...(filesChanged.length === 0
      ? []
      : [`${filesChanged.length} ${filesChanged.length === 1 ? "file" : "files"} changed`]),
  ].join(" · ");
}

/** The process of the task ended without recording the end of the run. */
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

function ResumeButton() {
  const { taskId } = useTaskFollower();
  const resume = useMutation({
    mutationFn: () => client.tasks.resume({ params: { taskId }, body: {} }),
    onError: showError,
  });
  return (
    <Button size="sm" disabled={resume.isPending} onClick={() => resume.mutate()}>
      <Play /> Continue
    </Button>
  );
}
