import { queryOptions } from "@tanstack/react-query";
import { client } from "./client.ts";
import { queryKeys } from "./query-keys.ts";

/** What applies in a folder, each value with its origin. */
export const settingsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: queryKeys.settings(workspaceId),
    queryFn: ({ signal }) => client.configuration.get({ params: { workspaceId } }, { signal }),
  });

export const modesQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: queryKeys.modes(workspaceId),
    queryFn: ({ signal }) => client.configuration.modes({ params: { workspaceId } }, { signal }),
  });
