import { queryOptions } from "@tanstack/react-query";
import { client } from "./client.ts";
import { queryKeys } from "./query-client.ts";

/** Facts about the server, and whether a model is configured. */
export const aboutQuery = queryOptions({
  queryKey: queryKeys.about,
  queryFn: ({ signal }) => client.server.about({}, { signal }),
});

export const workspacesQuery = queryOptions({
  queryKey: queryKeys.workspaces,
  queryFn: ({ signal }) => client.workspaces.list({}, { signal }),
});

export type UsageGrouping = "day" | "model" | "mode" | "workspace";

interface UsageFilter {
  readonly by: UsageGrouping;
  /** The first day, `2030-01-31`. */
  readonly from: string;
}

export const usageQuery = (filter: UsageFilter) =>
  queryOptions({
    queryKey: queryKeys.usage(filter),
    queryFn: ({ signal }) => client.usage.get({ query: filter }, { signal }),
  });
