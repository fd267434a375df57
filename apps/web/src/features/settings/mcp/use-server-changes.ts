import type { ApiMcpServer, RouteRequest, Routes } from "@roo-code/types/api";
import { useMutation } from "@tanstack/react-query";
import { client } from "../../../data/client.ts";
import { queryClient, queryKeys } from "../../../data/query-client.ts";
import { showError, showToast } from "../../../ui/toast.ts";

type ServerChange = RouteRequest<Routes["mcp"]["change"]>["body"];

export interface ServerReference {
  readonly workspaceId: string;
  readonly name: string;
}

/** Mutations of one server; each refreshes the list. */
export function useServerChanges(params: ServerReference) {
  const shared = {
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.mcp() }),
    onError: showError,
  };
  return {
    change: useMutation({ ...shared, mutationFn: (body: ServerChange) => client.mcp.change({ params, body }) }),
    restart: useMutation({ ...shared, mutationFn: () => client.mcp.restart({ params }) }),
    login: useMutation({
      ...shared,
      mutationFn: () => client.mcp.login({ params }),
      onSuccess: ({ url }) => {
        if (url === null) showToast("No login required.");
        else window.open(url, "_blank", "noopener");
      },
    }),
    remove: useMutation({ ...shared, mutationFn: () => client.mcp.remove({ params }) }),
  };
}

export interface ServerProps {
  readonly workspaceId: string;
  readonly server: ApiMcpServer;
}
