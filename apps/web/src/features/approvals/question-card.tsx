import { MessageCircleQuestion } from "lucide-react";
import type { CallRow } from "../../data/task/chat-row.ts";
import { useRunsElsewhere, useTaskFollower } from "../../data/task/use-task.ts";
import { Markdown } from "../chat/markdown.tsx";
import { AnsweredElsewhere } from "./answered-elsewhere.tsx";
import { QuestionAnswer } from "./question-answer.tsx";

/** What the agent asks, with its suggestions; the composer answers it, too. */
export function QuestionCard({ row, isPending }: { readonly row: CallRow; readonly isPending: boolean }) {
  const { taskId } = useTaskFollower();
  const isElsewhere = useRunsElsewhere();
  const { question, answer } = row;
  if (!question) return null;
  return (
    <section aria-label="Question" className="rounded-xl border bg-surface px-4 py-3">
      <div className="flex items-start gap-2">
        <MessageCircleQuestion aria-hidden className="mt-1 size-4 shrink-0 text-accent-text" />
        <div className="min-w-0 flex-1">
          <Markdown text={question.question} />
        </div>
      </div>
      {isPending && isElsewhere && <AnsweredElsewhere />}
      {isPending && !isElsewhere && (
        <QuestionAnswer taskId={taskId} callId={row.callId} suggestions={question.suggestions} />
      )}
      {answer && (
        <p className="mt-2 border-l-2 border-accent pl-3 text-sm whitespace-pre-wrap text-ink-2">{answer.answer}</p>
      )}
    </section>
  );
}
