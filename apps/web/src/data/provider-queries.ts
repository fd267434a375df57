import { queryOptions } from "@tanstack/react-query";
import { client } from "./client.ts";
import { queryKeys } from "./query-keys.ts";

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
