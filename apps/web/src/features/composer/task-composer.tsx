import { useState } from "react";
import { answerQuestion, type OutgoingMessage, sendMessage, stopTask } from "../../data/task/task-ops.ts";
import { useIsRunning, useRunsElsewhere, useTaskFollower, useTaskView } from "../../data/task/use-task.ts";
import { showError } from "../../ui/toast.ts";
import { ModeChoice } from "./choices.tsx";
import { Composer } from "./composer.tsx";

/** The composer of a task: sends or queues messages, and answers open questions. */
export function TaskComposer() {
  const { taskId } = useTaskFollower();
  const view = useTaskView();
  const isRunning = useIsRunning();
  const isElsewhere = useRunsElsewhere() && isRunning;
  const [mode, setMode] = useState<string>();
  const question = view?.asked.find(({ type }) => type === "question.requested");
  const send = async (message: OutgoingMessage) => {
    if (question && message.images.length === 0) return answerQuestion(taskId, question.callId, message.text);
    return sendMessage(taskId, message, mode !== undefined && !isRunning ? { mode } : {});
  };
  return (
    <Composer
      draft={taskId}
      workspaceId={view?.workspaceId ?? undefined}
      placeholder={placeholderOf({ isElsewhere, isAsked: question !== undefined, isRunning })}
      isBusy={isRunning}
      isDisabled={view?.parent != null || isElsewhere}
      onSend={send}
      onStop={isElsewhere ? undefined : () => void stopTask(taskId).catch(showError)}
      choices={
        <ModeChoice
          workspaceId={view?.workspaceId ?? undefined}
          mode={mode ?? view?.mode}
          onChange={setMode}
          isDisabled={isRunning}
        />
      }
    />
  );
}

interface ComposerState {
  readonly isElsewhere: boolean;
  readonly isAsked: boolean;
  readonly isRunning: boolean;
}

function placeholderOf({ isElsewhere, isAsked, isRunning }: ComposerState): string {
  if (isElsewhere) return "This task is running in another process, such as a terminal";
  if (isAsked) return "Answer the question";
  if (isRunning) return "Add a message; it is delivered after the current tool calls";
  return "What next? @ for files, / for commands";
}
