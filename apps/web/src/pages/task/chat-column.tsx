import { SubtaskQuestions } from "../../features/approvals/subtask-questions.tsx";
import { Chat } from "../../features/chat/chat.tsx";
import { TaskComposer } from "../../features/composer/task-composer.tsx";
import { TodoStrip } from "../../features/todos/todo-strip.tsx";

export function ChatColumn({ at }: { readonly at: number | undefined }) {
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <Chat at={at} />
      <div className="mx-auto w-full max-w-3xl px-4 pb-4">
        <SubtaskQuestions />
        <TodoStrip />
        <TaskComposer />
      </div>
    </div>
  );
}
