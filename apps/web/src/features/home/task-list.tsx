import { ListChecks } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { Empty, Failed, Loading } from "../../ui/states.tsx";
import { type HomeFilter, isFiltered, noFilter, useHomeFilter } from "./task-filter.ts";
import { TaskRow } from "./task-row.tsx";
import { useTaskPages } from "./use-task-pages.ts";

export function TaskList({ filter }: { readonly filter: HomeFilter }) {
  const { tasks, hasMore, isPending, error, refetch, fetchNextPage, isFetchingNextPage } = useTaskPages(filter);
  if (isPending) return <Loading label="Loading tasks" />;
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (tasks.length === 0 && !hasMore) return <NoTasks isFiltered={isFiltered(filter)} />;
  return (
    <>
      <ul className="divide-y" aria-label="Tasks">
        {tasks.map((task) => (
          <TaskRow key={task.taskId} task={task} />
        ))}
      </ul>
      {hasMore && (
        <div className="flex justify-center border-t p-2">
          <Button look="quiet" size="sm" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {isFetchingNextPage ? "Loading…" : "Show older tasks"}
          </Button>
        </div>
      )}
    </>
  );
}

function NoTasks({ isFiltered: isNarrowed }: { readonly isFiltered: boolean }) {
  if (!isNarrowed)
    return (
      <Empty icon={<ListChecks />} title="No tasks yet">
        Describe a task above to start. Your tasks are listed here.
      </Empty>
    );
  return (
    <Empty icon={<ListChecks />} title="No matching tasks">
      <Button size="sm" className="mt-1" onClick={() => useHomeFilter.setState(noFilter)}>
        Show all tasks
      </Button>
    </Empty>
  );
}
