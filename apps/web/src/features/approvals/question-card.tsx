import { MessageCircleQuestion } from "lucide-react";
import { useState } from "react";
import type { CallRow } from "../../data/task/chat-row.ts";
import { answerQuestion } from "../../data/task/task-ops.ts";
import { useRunsElsewhere, useTaskFollower } from "../../data/task/use-task.ts";
import { Button } from "../../ui/button.tsx";
import { Input } from "../../ui/field.tsx";
import { showError } from "../../ui/toast.ts";
import { Markdown } from "../chat/markdown.tsx";
import { AnsweredElsewhere, WaitingAnswer } from "./answer-notes.tsx";

/** A question of the agent with suggested answers; it can also be answered in the composer. */
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

interface QuestionAnswerProps {
  /** The task that asks. */
  readonly taskId: string;
  readonly callId: string;
  readonly suggestions: readonly string[];
  readonly onAnswered?: () => void;
}

/** Suggested answers, and a field for another one. */
export function QuestionAnswer({ taskId, callId, suggestions, onAnswered }: QuestionAnswerProps) {
  const [text, setText] = useState("");
  const [isSent, setIsSent] = useState(false);
  const send = async (answer: string) => {
    setIsSent(true);
    try {
      await answerQuestion(taskId, callId, answer);
      onAnswered?.();
    } catch (error) {
      showError(error);
      setIsSent(false);
    }
  };
  return (
    <div className="mt-3 flex flex-col gap-2">
      {suggestions.map((suggestion) => (
        <button
          key={suggestion}
          type="button"
          disabled={isSent}
          onClick={() => void send(suggestion)}
          className="rounded-lg border border-line-strong px-3 py-1.5 text-left text-sm hover:border-accent hover:bg-accent-soft disabled:opacity-50"
        >
          {suggestion}
        </button>
      ))}
      <form
        className="flex gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim()) void send(text.trim());
        }}
      >
        <Input
          aria-label="Your answer"
          placeholder="Or type your own answer"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" variant="primary" disabled={isSent || !text.trim()}>
          Answer
        </Button>
      </form>
      {isSent && <WaitingAnswer />}
    </div>
  );
}
