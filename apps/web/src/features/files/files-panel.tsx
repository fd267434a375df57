import { useQuery } from "@tanstack/react-query";
import { FileCode, GitBranch } from "lucide-react";
import { Suspense, useEffect } from "react";
import { Group, Panel, Separator } from "react-resizable-panels";
import { client } from "../../data/client.ts";
import { live } from "../../data/live.ts";
import { queryClient, queryKeys } from "../../data/query-client.ts";
import { workspacesQuery } from "../../data/server-queries.ts";
import { useTaskView } from "../../data/task/use-task.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Empty, Loading } from "../../ui/states.tsx";
import { useMediaQuery } from "../../ui/use-media-query.ts";
import { EditorTabs } from "../editor/editor-tabs.tsx";
import { FileTree } from "./file-tree.tsx";
import { closeAllFiles, useOpenFiles } from "./open-files.ts";

const Editor = lazyPart(() => import("../editor/editor.tsx"));

export default function FilesPanel() {
  const workspaceId = useTaskView()?.workspaceId;
  useEffect(() => closeAllFiles, [workspaceId]);
  if (workspaceId === undefined) return <Loading />;
  if (workspaceId === null)
    return <Empty title="The task's folder is not open here">Open it from the home page to see its files.</Empty>;
  return <Workspace workspaceId={workspaceId} />;
}

function Workspace({ workspaceId }: { readonly workspaceId: string }) {
  const isWide = useMediaQuery("(min-width: 640px)");
  const active = useOpenFiles((state) => state.active);
  useFileUpdates(workspaceId);
  const tree = (
    <nav aria-label="Files of the workspace" className="flex h-full flex-col overflow-y-auto">
      <Branch workspaceId={workspaceId} />
      <FileTree key={workspaceId} workspaceId={workspaceId} />
    </nav>
  );
  const editor = (
    <div className="flex h-full min-h-0 flex-col">
      <EditorTabs />
      {active === undefined ? (
        <Empty icon={<FileCode />} title="No file is open">
          Choose one from the tree, or press Ctrl+P.
        </Empty>
      ) : (
        <Suspense fallback={<Loading />}>
          <Editor key={`${workspaceId}:${active}`} workspaceId={workspaceId} path={active} />
        </Suspense>
      )}
    </div>
  );
  if (!isWide) return active === undefined ? tree : editor;
  return (
    <Group orientation="horizontal" className="h-full">
      <Panel id="tree" minSize="8rem" defaultSize="32%">
        {tree}
      </Panel>
      <Separator className="w-px bg-line outline-none hover:bg-accent focus-visible:bg-accent" />
      <Panel id="editor" minSize="12rem">
        {editor}
      </Panel>
    </Group>
  );
}

function Branch({ workspaceId }: { readonly workspaceId: string }) {
  const workspaces = useQuery(workspacesQuery);
  const { data } = useQuery({
    queryKey: queryKeys.git(workspaceId),
    queryFn: ({ signal }) => client.workspaces.status({ params: { workspaceId } }, { signal }),
    enabled: workspaces.data?.workspaces.find((each) => each.workspaceId === workspaceId)?.isRepository ?? false,
  });
  if (!data) return null;
  return (
    <p className="flex h-8 shrink-0 items-center gap-1.5 border-b px-3 text-2xs text-ink-3">
      <GitBranch aria-hidden className="size-3.5" />
      <span className="truncate">{data.branch ?? "no branch"}</span>
      {data.files.length > 0 && <span className="ml-auto shrink-0">{data.files.length} changed</span>}
    </p>
  );
}

/** Refreshes files, git status and diffs when files change on disk. */
function useFileUpdates(workspaceId: string): void {
  useEffect(
    () =>
      live().watchFiles(workspaceId, (paths) => {
        // An empty path stands for all files.
        for (const path of paths)
          void queryClient.invalidateQueries({
            queryKey: path === "" ? ["files", workspaceId] : queryKeys.file(workspaceId, path),
          });
        void queryClient.invalidateQueries({ queryKey: queryKeys.git(workspaceId) });
        void queryClient.invalidateQueries({ queryKey: ["diff"] });
      }),
    [workspaceId],
  );
}
