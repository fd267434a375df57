import { useState } from "react";
import { answerQuestion, type Said, say, stopTask } from "../../data/task/task-ops.ts";
import { useIsRunning, useRunsElsewhere, useTaskFollower, useTaskView } from "../../data/task/use-task.ts";
import { tellFailure } from "../../ui/toast.ts";
import { ModeChoice } from "./choices.tsx";
import { Composer } from "./composer.tsx";

/** The composer of a task: says something, answers what is asked, or waits with it while the agent works. */
export function TaskComposer() {
  const { taskId } = useTaskFollower();
  const view = useTaskView();
  const isRunning = useIsRunning();
  const isElsewhere = useRunsElsewhere() && isRunning;
  const [mode, setMode] = useState<string>();
  const question = view?.asked.find(({ type }) => type === "question.requested");
  const send = async (said: Said) => {
    if (question && said.images.length === 0) return answerQuestion(taskId, question.callId, said.text);
    return say(taskId, said, mode !== undefined && !isRunning ? { mode } : {});
  };
  return (
    <Composer
      draft={taskId}
      workspaceId={view?.workspaceId ?? undefined}
      placeholder={placeholderOf({ isElsewhere, isAsked: question !== undefined, isRunning })}
      isBusy={isRunning}
      isDisabled={view?.parent != null || isElsewhere}
      onSend={send}
      {...(!isElsewhere && { onStop: () => void stopTask(taskId).catch(tellFailure) })}
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

interface Moment {
  readonly isElsewhere: boolean;
  readonly isAsked: boolean;
  readonly isRunning: boolean;
}

function placeholderOf({ isElsewhere, isAsked, isRunning }: Moment): string {
  if (isElsewhere) return "This task is running in another process, such as a terminal";
  if (isAsked) return "Answer the question";
  if (isRunning) return "Add a message; it is delivered after the current tool calls";
  return "What next? @ for files, / for commands";
}
