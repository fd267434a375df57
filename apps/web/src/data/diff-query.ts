import { queryOptions } from "@tanstack/react-query";
import { client } from "./client.ts";
import { queryKeys } from "./query-keys.ts";

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
