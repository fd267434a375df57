import { useState } from "react";
import { answerQuestion } from "../../data/task/task-ops.ts";
import { Button } from "../../ui/button.tsx";
import { Input } from "../../ui/field.tsx";
import { tellFailure } from "../../ui/toast.ts";
import { WaitingAnswer } from "./waiting-answer.tsx";

export interface QuestionAnswerProps {
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
