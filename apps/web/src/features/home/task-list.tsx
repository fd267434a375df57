import { useInfiniteQuery } from "@tanstack/react-query";
import { ListChecks } from "lucide-react";
import { client } from "../../data/client.ts";
import { queryKeys } from "../../data/query-client.ts";
import { useTaskListUpdates } from "../../data/task-queries.ts";
import { Button } from "../../ui/button.tsx";
import { Empty, Failed, Loading } from "../../ui/states.tsx";
import { fits, type HomeFilter, isFiltered, listQueryOf, noFilter, sinceOf, useHomeFilter } from "./task-filter.ts";
import { TaskRow } from "./task-row.tsx";

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
          <Button variant="quiet" size="sm" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
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

const pageSize = 40;

/** Tasks without their subtasks, newest first, in pages. */
function useTaskPages(filter: HomeFilter) {
  useTaskListUpdates();
  const query = listQueryOf(filter);
  const pages = useInfiniteQuery({
    queryKey: queryKeys.tasks({ ...query, isPaged: true }),
    queryFn: ({ pageParam, signal }) =>
      client.tasks.list({ query: { ...query, limit: pageSize, cursor: pageParam || undefined } }, { signal }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
  });
  const all = pages.data?.pages.flatMap(({ tasks }) => tasks) ?? [];
  const since = sinceOf(filter.date);
  const oldest = all.at(-1);
  // Older pages only contain older tasks.
  const isPast = since !== undefined && oldest !== undefined && Date.parse(oldest.createdAt) < since;
  return { ...pages, tasks: all.filter((task) => fits(task, filter)), hasMore: pages.hasNextPage && !isPast };
}
