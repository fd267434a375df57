import { queryOptions } from "@tanstack/react-query";
import { client } from "./client.ts";
import { queryClient, queryKeys } from "./query-client.ts";

/** The effective settings of a folder, each with its origin. */
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

/** The models of a provider, from the catalog if the provider does not list them. */
export const modelsQuery = (provider: string) =>
  queryOptions({
    queryKey: [...queryKeys.providers, provider, "models"],
    queryFn: ({ signal }) => client.providers.models({ params: { id: provider } }, { signal }),
  });

const pollMs = 3000;

/** Polled while shown: servers change state without an event. */
export const mcpServersQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: queryKeys.mcp(workspaceId),
    queryFn: ({ signal }) => client.mcp.list({ params: { workspaceId } }, { signal }),
    retry: false,
    refetchInterval: ({ state }) => (state.error ? false : pollMs),
  });

export const mcpLogsQuery = (workspaceId: string, name: string) =>
  queryOptions({
    queryKey: queryKeys.mcp(workspaceId, name, "logs"),
    queryFn: ({ signal }) => client.mcp.logs({ params: { workspaceId, name } }, { signal }),
    retry: false,
    refetchInterval: pollMs,
  });

/** Everything that shows profiles. */
export async function refreshProfiles(): Promise<void> {
  await Promise.all(
    [queryKeys.profiles, queryKeys.providers, queryKeys.about, queryKeys.settings()].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );
}
