import { queryOptions } from "@tanstack/react-query";
import { client } from "./client.ts";
import { queryKeys } from "./query-keys.ts";

const watchMs = 3000;

/** Servers change by themselves and nothing tells of it, so that they are asked for again while they are looked at. */
export const mcpServersQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: queryKeys.mcp(workspaceId),
    queryFn: ({ signal }) => client.mcp.list({ params: { workspaceId } }, { signal }),
    retry: false,
    refetchInterval: ({ state }) => (state.error ? false : watchMs),
  });

export const mcpLogsQuery = (workspaceId: string, name: string) =>
  queryOptions({
    queryKey: queryKeys.mcp(workspaceId, name, "logs"),
    queryFn: ({ signal }) => client.mcp.logs({ params: { workspaceId, name } }, { signal }),
    retry: false,
    refetchInterval: watchMs,
  });
