import { queryOptions } from "@tanstack/react-query";
import { client } from "./client.ts";
import { queryClient, queryKeys } from "./query-client.ts";

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

export const providersQuery = queryOptions({
  queryKey: queryKeys.providers,
  queryFn: ({ signal }) => client.providers.list({}, { signal }),
});

export const profilesQuery = queryOptions({
  queryKey: queryKeys.profiles,
  queryFn: ({ signal }) => client.providers.profiles({}, { signal }),
});

/** Of a provider that may be asked; the catalog's where it does not say. */
export const modelsQuery = (provider: string) =>
  queryOptions({
    queryKey: [...queryKeys.providers, provider, "models"],
    queryFn: ({ signal }) => client.providers.models({ params: { id: provider } }, { signal }),
  });

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

/** All that a changed profile shows in. */
export async function refreshProfiles(): Promise<void> {
  await Promise.all(
    [queryKeys.profiles, queryKeys.providers, queryKeys.about, queryKeys.settings()].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );
}
