import { Link } from "@tanstack/react-router";
import { ArrowUpRight, GitBranch } from "lucide-react";
import type { CallRow } from "../../../data/task/chat-row.ts";
import { useTaskView } from "../../../data/task/use-task.ts";
import { Badge } from "../../../ui/badge.tsx";
import { formatCost } from "../../../ui/format.ts";
import { StatusBadge } from "../../meter/status-badge.tsx";
import { Markdown } from "../markdown.tsx";

/** A task that works for this one: what it was asked, how it stands, and the way to it. */
export function SubtaskCard({ row }: { readonly row: CallRow }) {
  const { subtask, subtaskEnd } = row;
  const waitsFor = useTaskView()?.children.find((child) => child.taskId === subtask?.taskId)?.waitsFor ?? null;
  if (!subtask) return null;
  return (
    <div className="rounded-lg border bg-surface">
      <div className="flex items-center gap-2 px-3 py-2">
        <GitBranch aria-hidden className="size-4 shrink-0 text-ink-3" />
        <Link
          to="/task/$taskId"
          params={{ taskId: subtask.taskId }}
          className="inline-flex items-center gap-1 text-sm font-medium text-accent-text hover:underline"
        >
          {subtask.agent}
          <ArrowUpRight aria-hidden className="size-3.5" />
        </Link>
        <Badge>{subtask.mode}</Badge>
        <span className="min-w-0 flex-1 truncate text-xs text-ink-2">{subtask.message}</span>
        {subtaskEnd?.usage.costUsd != null && (
          <span className="text-2xs text-ink-3">{formatCost(subtaskEnd.usage.costUsd)}</span>
        )}
        <StatusBadge status={subtaskEnd?.status ?? "running"} waitsFor={waitsFor} />
      </div>
      {subtaskEnd?.result && (
        <div className="border-t px-3 py-2 text-sm">
          <Markdown text={subtaskEnd.result} />
        </div>
      )}
      {subtaskEnd?.conflicts && subtaskEnd.conflicts.length > 0 && (
        <p className="border-t px-3 py-2 text-xs text-warn">
          Conflicting changes in: {subtaskEnd.conflicts.join(", ")}
        </p>
      )}
    </div>
  );
}
