import type { FoldedTask } from "@roo-code/types";
import type { ApiTaskSummary, TaskView } from "@roo-code/types/api";
import type { PendingViews } from "./pending.ts";

export interface WholeTask {
  readonly view: ApiTaskSummary;
  readonly folded: FoldedTask;
  readonly children: readonly ApiTaskSummary[];
  readonly condenseThreshold: number;
  readonly pending: PendingViews;
}

/** What the events of a task tell, with what only this machine knows of it. */
export function wholeTask({ view, folded, children, condenseThreshold, pending }: WholeTask): TaskView {
  const { approvals, questions } = pending;
  const { asked, todos, autoApprove, filesChanged, subtasks, ...told } = folded;
  const status = statusOf(view, folded);
  const isRunning = status === "running";
  return {
    ...view,
    ...told,
    status,
    waitsFor: approvals.length > 0 ? "approval" : questions.length > 0 ? "answer" : null,
    requestedAt: isRunning ? folded.requestedAt : null,
    asked: isRunning ? [...asked] : [],
    todos: [...todos],
    autoApprove: [...autoApprove],
    filesChanged: [...filesChanged],
    subtasks: [...subtasks],
    condenseThreshold,
    approvals: [...approvals],
    questions: [...questions],
    children: [...children],
  };
}

/** Whether somebody works on it only the machine knows; that a run has ended meanwhile, its log. */
function statusOf({ status }: ApiTaskSummary, folded: FoldedTask): TaskView["status"] {
  if (folded.status !== "running" && folded.status !== "interrupted") return folded.status;
  return status === "running" || status === "interrupted" ? status : folded.status;
}
