import type { Evidence } from "@roo-code/types";
import { Link } from "@tanstack/react-router";
import { ArrowUpRight, CircleCheck, CircleHelp, CircleX, Clock, GitBranch } from "lucide-react";
import { useMemo } from "react";
import type { CallRow } from "../../../data/task/chat-row.ts";
import { useFollowed, useTaskView } from "../../../data/task/use-task.ts";
import { Badge } from "../../../ui/badge.tsx";
import { formatCost } from "../../../ui/format.ts";
import { DiffPreview } from "../../diff/diff-hunk.tsx";
import { StatusBadge } from "../../meter/status-badge.tsx";
import { Images } from "../images.tsx";
import { Markdown } from "../markdown.tsx";
import { type CallKind, commandOutput, pathNames, textIn } from "./describe-call.ts";
import { editOfCall } from "./edit-of-call.ts";
import { Output } from "./output.tsx";

interface CallBodyProps {
  readonly row: CallRow;
  readonly kind: CallKind;
  readonly isRunning: boolean;
}

export function CallBody({ row, kind, isRunning }: CallBodyProps) {
  const live = useFollowed(({ reply }) => reply.outputs[row.callId]);
  const { end } = row;
  const hunks = useMemo(
    () => (kind === "edit" ? editOfCall(row.input, row.request?.subject.detail) : []),
    [kind, row.input, row.request],
  );
  const content = end ? end.content : live;
  const output = kind === "command" && content !== undefined ? commandOutput(content) : content;
  return (
    <div className="flex flex-col gap-2 border-t px-3 py-2">
      {hunks.length > 0 && (
        <DiffPreview hunks={hunks} path={textIn(row.input, ...pathNames) ?? row.request?.subject.paths?.[0] ?? ""} />
      )}
      {kind === "other" || kind === "mcp" ? <Output text={JSON.stringify(row.input, null, 2)} label="Input" /> : null}
      {(hunks.length === 0 || end?.isError) && output !== undefined && output !== "" && (
        <Output
          text={output}
          label={isRunning ? "Output so far" : "Result"}
          isFailed={end?.isError ?? false}
          isGrowing={isRunning}
        />
      )}
      {hunks.length === 0 && !output && (
        <p className="text-xs text-ink-3">{isRunning ? "No output yet." : end ? "No output." : "Not run."}</p>
      )}
      {end?.images && <Images images={end.images} />}
    </div>
  );
}

const marks = {
  shown: { icon: <CircleCheck className="text-ok" />, label: "confirmed by the log" },
  stale: { icon: <Clock className="text-warn" />, label: "was true, but something changed since" },
  contradicted: { icon: <CircleX className="text-bad" />, label: "contradicted by the log" },
  unknown: { icon: <CircleHelp className="text-ink-3" />, label: "not found in the log" },
};

/** The claims of a completion, each with what the log says about it. */
export function EvidenceList({ evidence }: { readonly evidence: readonly Evidence[] }) {
  if (evidence.length === 0) return null;
  return (
    <ul aria-label="Evidence" className="flex flex-col gap-1 rounded-lg border bg-surface px-3 py-2 text-xs">
      {evidence.map(({ claim, command, path, verdict, why }, index) => (
        <li key={index} className="flex items-start gap-2 [&_svg]:mt-0.5 [&_svg]:size-3.5 [&_svg]:shrink-0">
          {marks[verdict].icon}
          <span className="min-w-0 flex-1">
            {claim} <code className="font-mono text-2xs text-ink-3 wrap-anywhere">{command ?? path}</code>
          </span>
          <span className="text-ink-3">{why ?? marks[verdict].label}</span>
        </li>
      ))}
    </ul>
  );
}

/** A subtask: its message, status and result, with a link to it. */
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
