import { queryOptions } from "@tanstack/react-query";
import { useEffect } from "react";
import { client } from "./client.ts";
import { live } from "./live.ts";
import { queryClient, queryKeys } from "./query-client.ts";

interface TaskFilter {
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

/** Open approvals and questions, with the rules that would cover them and the files those would be saved in. */
export const pendingQuery = (taskId: string) =>
  queryOptions({
    queryKey: queryKeys.pending(taskId),
    queryFn: ({ signal }) => client.tasks.pending({ params: { taskId } }, { signal }),
  });

const refreshDelayMs = 300;

/** Refreshes task lists when tasks change, at most every `refreshDelayMs`. */
export function useTaskListUpdates(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = live().watchTasks(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void queryClient.invalidateQueries({ queryKey: ["tasks"] });
      }, refreshDelayMs);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, []);
}

export interface DiffRange {
  readonly from?: number;
  readonly to?: number;
}

/** The changes of a task's files between two events, by default all. */
export const diffQuery = (taskId: string, range: DiffRange = {}) =>
  queryOptions({
    queryKey: queryKeys.diff(taskId, range),
    queryFn: ({ signal }) => client.checkpoints.diff({ params: { taskId }, query: range }, { signal }),
  });
