import type { ApiTaskSummary } from "@roo-code/types/api";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { client } from "../../data/client.ts";
import { live } from "../../data/live.ts";
import { queryClient } from "../../data/query-client.ts";

const keyOf = (taskId: string) => ["subtasks", taskId];

/** Those that work for a task. One of a single turn has had no time to begin any. */
export function useSubtasks({ taskId, turns }: ApiTaskSummary): readonly ApiTaskSummary[] {
  const { data } = useQuery({
    queryKey: keyOf(taskId),
    queryFn: ({ signal }) => client.tasks.list({ query: { parent: taskId, limit: 100 } }, { signal }),
    enabled: turns > 0,
  });
  return data?.tasks ?? [];
}

/** Reads the subtasks of a task again when one of them changed, and of no other. */
export function useSubtaskNews(): void {
  useEffect(
    () =>
      live().watchTasks((news) => {
        if ("task" in news && news.task.parent)
          void queryClient.invalidateQueries({ queryKey: keyOf(news.task.parent.taskId) });
      }),
    [],
  );
}
