import { MessageCircleQuestion } from "lucide-react";
import { useState } from "react";
import type { CallRow } from "../../data/task/chat-row.ts";
import { answerQuestion } from "../../data/task/task-ops.ts";
import { useRunsElsewhere, useTaskFollower } from "../../data/task/use-task.ts";
import { Button } from "../../ui/button.tsx";
import { Input } from "../../ui/field.tsx";
import { tellFailure } from "../../ui/toast.ts";
import { Markdown } from "../chat/markdown.tsx";
import { AnsweredElsewhere, WaitingAnswer } from "./answer-notes.tsx";

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

interface QuestionAnswerProps {
  /** Who asks. */
  readonly taskId: string;
  readonly callId: string;
  readonly suggestions: readonly string[];
  readonly onAnswered?: () => void;
}

/** One of the suggestions, or one's own words. */
export function QuestionAnswer({ taskId, callId, suggestions, onAnswered }: QuestionAnswerProps) {
  const [words, setWords] = useState("");
  const [isSent, setIsSent] = useState(false);
  const send = async (text: string) => {
    setIsSent(true);
    try {
      await answerQuestion(taskId, callId, text);
      onAnswered?.();
    } catch (error) {
      tellFailure(error);
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
          if (words.trim()) void send(words.trim());
        }}
      >
        <Input
          aria-label="Your answer"
          placeholder="Or type your own answer"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <Button type="submit" look="primary" disabled={isSent || !words.trim()}>
          Answer
        </Button>
      </form>
      {isSent && <WaitingAnswer />}
    </div>
  );
}
