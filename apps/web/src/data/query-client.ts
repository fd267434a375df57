import { ApiFailure } from "@roo-code/client";
import { QueryClient } from "@tanstack/react-query";

/** Changes arrive over the WebSocket, so queries are not polled. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      refetchOnWindowFocus: false,
      // Retried only if the server could not be reached or was not ready.
      retry: (count, error) => count < 2 && error instanceof ApiFailure && (error.status === 0 || error.status >= 502),
    },
  },
});

/** Keys of the query cache: the resource, then its parameters. */
export const queryKeys = {
  about: ["server"],
  workspaces: ["workspaces"],
  tasks: (filter: object = {}) => ["tasks", filter],
  taskSearch: (query: string) => ["task-search", query],
  task: (taskId: string) => ["task", taskId],
  pending: (taskId: string) => ["pending", taskId],
  checkpoints: (taskId: string) => ["checkpoints", taskId],
  diff: (taskId: string, range: object) => ["diff", taskId, range],
  folder: (workspaceId: string, path: string, showIgnored = false) => [
    "files",
    workspaceId,
    "folder",
    path,
    showIgnored,
  ],
  file: (workspaceId: string, path: string) => ["files", workspaceId, "file", path],
  fileNames: (workspaceId: string, query: string) => ["files", workspaceId, "names", query],
  git: (workspaceId: string) => ["git", workspaceId],
  settings: (...rest: readonly unknown[]) => ["settings", ...rest],
  modes: (workspaceId?: string) => ["modes", workspaceId],
  profiles: ["profiles"],
  providers: ["providers"],
  mcp: (...rest: readonly unknown[]) => ["mcp", ...rest],
  usage: (filter: object = {}) => ["usage", filter],
  evals: (...rest: readonly unknown[]) => ["evals", ...rest],
} as const;
