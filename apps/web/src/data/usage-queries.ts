import { queryOptions } from "@tanstack/react-query";
import { client } from "./client.ts";
import { queryKeys } from "./query-keys.ts";

export type UsageGrouping = "day" | "model" | "mode" | "workspace";

export interface UsageFilter {
  readonly by: UsageGrouping;
  /** The first day, `2030-01-31`. */
  readonly from: string;
}

export const usageQuery = (filter: UsageFilter) =>
  queryOptions({
    queryKey: queryKeys.usage(filter),
    queryFn: ({ signal }) => client.usage.get({ query: filter }, { signal }),
  });
