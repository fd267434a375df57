import { Link } from "@tanstack/react-router";
import { GitBranch } from "lucide-react";
import type { ReactNode } from "react";
import { queryClient, queryKeys } from "../../data/query-client.ts";
import { usePending, useTaskFollower } from "../../data/task/use-task.ts";
import { Markdown } from "../chat/markdown.tsx";
import { ApprovalCard } from "./approval-card.tsx";
import { QuestionAnswer } from "./question-card.tsx";

/** Approvals and questions of subtasks, above the composer: otherwise they would only be shown on the pages of the subtasks. */
export function SubtaskQuestions() {
  const { taskId } = useTaskFollower();
  const pending = usePending();
  const refresh = () => void queryClient.invalidateQueries({ queryKey: queryKeys.pending(taskId) });
  const approvals = pending?.approvals.filter((each) => each.taskId !== taskId) ?? [];
  const questions = pending?.questions.filter((each) => each.taskId !== taskId) ?? [];
  if (approvals.length + questions.length === 0) return null;
  return (
    <section
      aria-label="Questions from subtasks"
      className="mb-2 flex max-h-[50dvh] flex-col gap-2 overflow-y-auto rounded-xl border border-warn/40 bg-surface"
    >
      {approvals.map((approval) => (
        <Asker key={`${approval.taskId} ${approval.callId}`} taskId={approval.taskId} agent={approval.agent}>
          <ApprovalCard {...approval} pending={approval} isOneOfMany onAnswered={refresh} />
        </Asker>
      ))}
      {questions.map((question) => (
        <Asker key={`${question.taskId} ${question.callId}`} taskId={question.taskId} agent={question.agent}>
          <div className="px-3 pb-3">
            <Markdown text={question.question} />
            <QuestionAnswer {...question} onAnswered={refresh} />
          </div>
        </Asker>
      ))}
    </section>
  );
}

interface AskerProps {
  readonly taskId: string;
  readonly agent: string;
  readonly children: ReactNode;
}

function Asker({ taskId, agent, children }: AskerProps) {
  return (
    <div>
      <p className="flex items-center gap-2 px-3 py-1.5 text-sm">
        <GitBranch aria-hidden className="size-4 shrink-0 text-ink-3" />
        <Link to="/task/$taskId" params={{ taskId }} className="font-medium text-accent-text hover:underline">
          {agent}
        </Link>
        <span className="text-ink-2">asks</span>
      </p>
      {children}
    </div>
  );
}
