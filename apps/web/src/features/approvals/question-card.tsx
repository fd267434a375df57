import { MessageCircleQuestion } from "lucide-react";
import { useState } from "react";
import type { CallRow } from "../../data/task/chat-row.ts";
import { answerQuestion } from "../../data/task/task-ops.ts";
import { useTaskFollower } from "../../data/task/use-task.ts";
import { Button } from "../../ui/button.tsx";
import { Input } from "../../ui/field.tsx";
import { tellFailure } from "../../ui/toast.ts";
import { Markdown } from "../chat/markdown.tsx";

/** What the agent asks, with its suggestions; the composer answers it, too. */
export function QuestionCard({ row, isPending }: { readonly row: CallRow; readonly isPending: boolean }) {
  const { taskId } = useTaskFollower();
  const [words, setWords] = useState("");
  const [isSent, setIsSent] = useState(false);
  const { question, answer } = row;
  if (!question) return null;
  const send = async (text: string) => {
    setIsSent(true);
    await answerQuestion(taskId, row.callId, text).catch((error: unknown) => {
      tellFailure(error);
      setIsSent(false);
    });
  };
  return (
    <section aria-label="Question" className="rounded-xl border bg-surface px-4 py-3">
      <div className="flex items-start gap-2">
        <MessageCircleQuestion aria-hidden className="mt-1 size-4 shrink-0 text-accent-text" />
        <div className="min-w-0 flex-1">
          <Markdown text={question.question} />
        </div>
      </div>
      {isPending && (
        <div className="mt-3 flex flex-col gap-2">
          {question.suggestions.map((suggestion) => (
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
              placeholder="Or in your own words"
              value={words}
              onChange={(event) => setWords(event.target.value)}
            />
            <Button type="submit" look="primary" disabled={isSent || !words.trim()}>
              Answer
            </Button>
          </form>
        </div>
      )}
      {answer && <p className="mt-2 border-l-2 border-accent pl-3 text-sm text-ink-2">{answer.answer}</p>}
    </section>
  );
}
