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

/** What people are asked, with what only the server knows: the rules that would cover it, and where they are kept. */
export const pendingQuery = (taskId: string) =>
  queryOptions({
    queryKey: queryKeys.pending(taskId),
    queryFn: ({ signal }) => client.tasks.pending({ params: { taskId } }, { signal }),
  });

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

export interface DiffRange {
  readonly from?: number;
  readonly to?: number;
}

/** What became of a task's files between two events; of all of them where none is named. */
export const diffQuery = (taskId: string, range: DiffRange = {}) =>
  queryOptions({
    queryKey: queryKeys.diff(taskId, range),
    queryFn: ({ signal }) => client.checkpoints.diff({ params: { taskId }, query: range }, { signal }),
  });
