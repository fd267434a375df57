import { clsx } from "clsx";
import { Circle, CircleCheck, CircleDot, ListTodo } from "lucide-react";
import { useTaskView } from "../../data/task/use-task.ts";

const icons = {
  pending: <Circle aria-label="to do" className="text-ink-3" />,
  in_progress: <CircleDot aria-label="in progress" className="text-accent-text" />,
  completed: <CircleCheck aria-label="done" className="text-ok" />,
};

/** The current todo in one line; opens to the whole list. */
export function TodoStrip() {
  const todos = useTaskView()?.todos ?? [];
  if (todos.length === 0) return null;
  const done = todos.filter(({ status }) => status === "completed").length;
  const current =
    todos.find(({ status }) => status === "in_progress") ?? todos.find(({ status }) => status === "pending");
  return (
    <details className="mb-2 rounded-lg border bg-surface text-sm">
      <summary className="flex cursor-pointer list-none items-center gap-2 px-3 py-1.5 text-xs text-ink-2">
        <ListTodo aria-hidden className="size-4 text-ink-3" />
        <span className="tabular-nums">
          {done} of {todos.length}
        </span>
        <span className="min-w-0 truncate">{current?.text ?? "All done"}</span>
      </summary>
      <ul className="max-h-48 overflow-y-auto border-t px-3 py-2">
        {todos.map(({ text, status }, index) => (
          <li key={index} className="flex items-start gap-2 py-0.5 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0">
            {icons[status]}
            <span className={clsx(status === "completed" && "text-ink-3 line-through")}>{text}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
