import { useQuery } from "@tanstack/react-query";
import { create } from "zustand";
import { aboutQuery, workspacesQuery } from "./server-queries.ts";

const storageKey = "roo.workspace";

const useChoice = create<{ workspaceId: string | null }>(() => ({ workspaceId: localStorage.getItem(storageKey) }));

/** The folder for new tasks and settings: the one chosen last, else the one the server was started in, else the last used. */
export function useWorkspaceChoice() {
  const { workspaceId: chosen } = useChoice();
  const about = useQuery(aboutQuery);
  const workspaces = useQuery(workspacesQuery);
  const all = workspaces.data?.workspaces.filter(({ isMissing }) => !isMissing) ?? [];
  const find = (id: string | null | undefined) => all.find(({ workspaceId }) => workspaceId === id);
  const workspace = find(chosen) ?? find(about.data?.workspaceId) ?? all[0];
  return { workspace, workspaces: all, isPending: workspaces.isPending || about.isPending, error: workspaces.error };
}

export function chooseWorkspace(workspaceId: string): void {
  localStorage.setItem(storageKey, workspaceId);
  useChoice.setState({ workspaceId });
}
