import type { ApiTaskSummary } from "@roo-code/types/api";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { client } from "../../data/client.ts";
import { live } from "../../data/live.ts";
import { queryClient } from "../../data/query-client.ts";

const keyOf = (taskId: string) => ["subtasks", taskId];

/** The subtasks of a task; a task without a finished turn has none. */
export function useSubtasks({ taskId, turns }: ApiTaskSummary): readonly ApiTaskSummary[] {
  const { data } = useQuery({
    queryKey: keyOf(taskId),
    queryFn: ({ signal }) => client.tasks.list({ query: { parent: taskId, limit: 100 } }, { signal }),
    enabled: turns > 0,
  });
  return data?.tasks ?? [];
}

/** Refreshes the subtasks of a task when one of them changes. */
export function useSubtaskUpdates(): void {
  useEffect(
    () =>
      live().watchTasks((update) => {
        if ("task" in update && update.task.parent)
          void queryClient.invalidateQueries({ queryKey: keyOf(update.task.parent.taskId) });
      }),
    [],
  );
}
