import { clsx } from "clsx";
import { Check, ChevronRight, Clock, LoaderCircle, X } from "lucide-react";
import { memo, type ReactNode, useState } from "react";
import type { CallRow } from "../../../data/task/chat-row.ts";
import {
  useFollowed,
  useIsRunning,
  usePending,
  useRunsElsewhere,
  useTaskFollower,
} from "../../../data/task/use-task.ts";
import { Visible } from "../../../ui/visible.tsx";
import { ApprovalCard } from "../../approvals/approval-card.tsx";
import { QuestionCard } from "../../approvals/question-card.tsx";
import { CallBody, EvidenceList, SubtaskCard } from "./call-body.tsx";
import { CallIcon } from "./call-icon.tsx";
import { type CallKind, callOutcome, describeCall } from "./describe-call.ts";

/** Kinds whose result is shown elsewhere. */
const withoutBody: ReadonlySet<CallKind> = new Set(["todos", "mode"]);
const openByDefault: ReadonlySet<CallKind> = new Set(["edit", "command", "browser"]);

export const CallRowView = memo(function CallRowView({ row }: { readonly row: CallRow }) {
  const { kind, verb, subject } = describeCall(row.name, row.input);
  const isRunning = useIsRunning();
  const isOpenCall = useFollowed(({ openCalls }) => openCalls.has(row.callId)) && isRunning;
  const [isOpen, setIsOpen] = useState(openByDefault.has(kind));
  if (row.question) return <QuestionCard row={row} isPending={isOpenCall && !row.answer} />;
  if (row.subtask) return <SubtaskCard row={row} />;
  if (kind === "completion" && !row.end?.isError) return <EvidenceList evidence={row.end?.evidence ?? []} />;
  const isAsked = isOpenCall && row.request !== undefined && row.decision === undefined && row.end === undefined;
  const hasBody = !withoutBody.has(kind) || row.end?.isError === true;
  return (
    <div className="overflow-hidden rounded-lg border bg-surface">
      <button
        type="button"
        aria-expanded={hasBody ? isOpen : undefined}
        disabled={!hasBody}
        onClick={() => setIsOpen(!isOpen)}
        className="flex w-full items-center gap-2 px-3 py-1.5 text-left hover:bg-hover disabled:cursor-default disabled:hover:bg-transparent"
      >
        <CallIcon kind={kind} />
        <span className="shrink-0 text-sm font-medium">{verb}</span>
        <span className="min-w-0 flex-1 truncate font-mono text-xs text-ink-2">
          <Visible text={subject} />
        </span>
        <CallState row={row} isRunning={isOpenCall} isAsked={isAsked} />
        {hasBody && (
          <ChevronRight
            aria-hidden
            className={clsx("size-4 shrink-0 text-ink-3 transition-transform", isOpen && "rotate-90")}
          />
        )}
      </button>
      {isAsked && row.request ? (
        <OwnApproval request={row.request} />
      ) : (
        hasBody && isOpen && <CallBody row={row} kind={kind} isRunning={isOpenCall} />
      )}
    </div>
  );
});

function OwnApproval({ request }: { readonly request: NonNullable<CallRow["request"]> }) {
  const { taskId } = useTaskFollower();
  const { callId, subject, why } = request;
  const pending = usePending()?.approvals.find((each) => each.taskId === taskId && each.callId === callId);
  const isElsewhere = useRunsElsewhere();
  return <ApprovalCard {...{ taskId, callId, subject, why, pending, isElsewhere }} />;
}

interface CallStateProps {
  readonly row: CallRow;
  readonly isRunning: boolean;
  readonly isAsked: boolean;
}

function CallState({ row, isRunning, isAsked }: CallStateProps): ReactNode {
  const { end } = row;
  if (isAsked) return <Mark tone="text-warn" icon={<Clock />} text="waiting for you" />;
  if (row.decision?.decision === "deny")
    return (
      <Mark tone="text-bad" icon={<X />} text={row.decision.feedback ? `denied: ${row.decision.feedback}` : "denied"} />
    );
  if (end) {
    const { hasFailed, text } = callOutcome(end);
    return <Mark tone={hasFailed ? "text-bad" : "text-ok"} icon={hasFailed ? <X /> : <Check />} text={text} />;
  }
  if (isRunning)
    return <Mark tone="text-accent-text" icon={<LoaderCircle className="animate-spin" />} text="running" />;
  return <Mark tone="text-ink-3" icon={<Clock />} text="unfinished" />;
}

function Mark({ tone, icon, text }: { readonly tone: string; readonly icon: ReactNode; readonly text: string }) {
  return (
    <span
      className={clsx(
        "flex max-w-48 shrink-0 items-center gap-1 text-2xs tabular-nums [&_svg]:size-3.5 [&_svg]:shrink-0",
        tone,
      )}
    >
      {icon}
      <span className="truncate">{text}</span>
    </span>
  );
}
