import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { client } from "./client.ts";
import { live } from "./live.ts";
import { queryClient } from "./query-client.ts";
import { queryKeys } from "./query-keys.ts";

export interface TaskFilter {
  readonly workspaceId?: string;
  readonly status?: "completed" | "failed" | "limit" | "denied" | "aborted" | "running" | "interrupted" | "damaged";
  readonly mode?: string;
  readonly parent?: string;
  readonly limit?: number;
}

export const tasksQuery = (filter: TaskFilter = {}) =>
  queryOptions({
    queryKey: queryKeys.tasks(filter),
    queryFn: ({ signal }) => client.tasks.list({ query: filter }, { signal }),
  });

export const taskQuery = (taskId: string) =>
  queryOptions({
    queryKey: queryKeys.task(taskId),
    queryFn: ({ signal }) => client.tasks.get({ params: { taskId } }, { signal }),
  });

/** What people are asked, with what only the server knows: the rules that would cover it, and where they are kept. */
export const pendingQuery = (taskId: string) =>
  queryOptions({
    queryKey: queryKeys.pending(taskId),
    queryFn: ({ signal }) => client.tasks.pending({ params: { taskId } }, { signal }),
  });

/** Tasks, newest first, as they come, change and go. */
export function useTasks(filter: TaskFilter = {}) {
  useTaskNews();
  return useQuery(tasksQuery(filter));
}

const pauseMs = 300;

/** Lists are read again when a task changed, many changes at once. */
export function useTaskNews(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = live().watchTasks(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void queryClient.invalidateQueries({ queryKey: ["tasks"] });
      }, pauseMs);
    });
    return () => {
      clearTimeout(timer);
      end();
    };
  }, []);
}
