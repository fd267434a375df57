import { queryOptions } from "@tanstack/react-query";
import { client } from "./client.ts";
import { queryKeys } from "./query-keys.ts";

/** What the server is, and whether a model can be asked. */
export const aboutQuery = queryOptions({
  queryKey: queryKeys.about,
  queryFn: ({ signal }) => client.server.about({}, { signal }),
});

export const workspacesQuery = queryOptions({
  queryKey: queryKeys.workspaces,
  queryFn: ({ signal }) => client.workspaces.list({}, { signal }),
});
