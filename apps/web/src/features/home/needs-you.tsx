import type { PendingApproval, PendingQuestion } from "@roo-code/types/api";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Hand } from "lucide-react";
import type { ReactNode } from "react";
import { client } from "../../data/client.ts";
import { queryClient, queryKeys } from "../../data/query-client.ts";
import { formatAge } from "../../ui/format.ts";
import { Visible } from "../../ui/visible.tsx";
import { ApprovalCard } from "../approvals/approval-card.tsx";
import { QuestionAnswer } from "../approvals/question-card.tsx";
import { Markdown } from "../chat/markdown.tsx";

/** Open approvals and questions of all tasks. */
export function NeedsYou() {
  const { data } = useQuery({
    queryKey: queryKeys.tasks({ isPending: true }),
    queryFn: ({ signal }) => client.tasks.approvals({}, { signal }),
  });
  const approvals = data?.approvals ?? [];
  const questions = data?.questions ?? [];
  if (approvals.length + questions.length === 0) return null;
  return (
    <section aria-labelledby="needs-you" className="overflow-hidden rounded-xl border border-warn/40 bg-surface">
      <h2 id="needs-you" className="flex items-center gap-2 bg-warn-soft px-4 py-2 text-sm font-semibold text-warn">
        <Hand className="size-4" aria-hidden /> Needs you
      </h2>
      <ul className="divide-y">
        {approvals.map((approval) => (
          <AskedBy key={`${approval.taskId} ${approval.callId}`} origin={approval}>
            <ApprovalCard {...approval} pending={approval} isOneOfMany onAnswered={refresh} />
          </AskedBy>
        ))}
        {questions.map((question) => (
          <AskedBy key={`${question.taskId} ${question.callId}`} origin={question}>
            <div className="px-4 pb-3">
              <Markdown text={question.question} />
              <QuestionAnswer {...question} onAnswered={refresh} />
            </div>
          </AskedBy>
        ))}
      </ul>
    </section>
  );
}

function refresh(): void {
  void queryClient.invalidateQueries({ queryKey: ["tasks"] });
}

type Origin = Pick<PendingApproval | PendingQuestion, "task" | "taskId" | "agent" | "at">;

/** Links to the task, and to the subtask that asks. */
function AskedBy({
  origin: { task, taskId, agent, at },
  children,
}: {
  readonly origin: Origin;
  readonly children: ReactNode;
}) {
  return (
    <li>
      <p className="flex items-baseline gap-2 px-4 py-2 text-sm">
        <Link
          to="/task/$taskId"
          params={{ taskId: task.taskId }}
          className="min-w-0 truncate font-medium hover:underline"
        >
          <Visible text={task.title || "Untitled task"} />
        </Link>
        {agent !== "root" && (
          <Link to="/task/$taskId" params={{ taskId }} className="shrink-0 text-accent-text hover:underline">
            {agent}
          </Link>
        )}
        <span className="ml-auto shrink-0 text-xs text-ink-3">{formatAge(at)}</span>
      </p>
      {children}
    </li>
  );
}
