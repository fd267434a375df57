import { visibleText } from "@roo-code/types";
import { useMutation, useQuery } from "@tanstack/react-query";
import { CornerLeftUp, Folder, FolderGit2 } from "lucide-react";
import { useState } from "react";
import { client } from "../../data/client.ts";
import { queryClient, queryKeys } from "../../data/query-client.ts";
import { chooseWorkspace } from "../../data/workspace-choice.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Failed, Loading } from "../../ui/states.tsx";
import { showError } from "../../ui/toast.ts";
import { Visible } from "../../ui/visible.tsx";

/** Browses the server's folders and opens one as a workspace. */
export function OpenFolder({ onClose }: { readonly onClose: () => void }) {
  const [folder, setFolder] = useState<string>();
  const { data, error, refetch } = useQuery({
    queryKey: ["folders", folder],
    queryFn: ({ signal }) => client.workspaces.folders({ query: folder === undefined ? {} : { folder } }, { signal }),
  });
  const open = useMutation({
    mutationFn: (chosen: string) => client.workspaces.open({ body: { folder: chosen } }),
    onSuccess: async ({ workspaceId }) => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.workspaces });
      chooseWorkspace(workspaceId);
      onClose();
    },
    onError: showError,
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Open a folder"
      description={data ? visibleText(data.folder) : "Loading…"}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={!data || open.isPending} onClick={() => data && open.mutate(data.folder)}>
            Open this folder
          </Button>
        </>
      }
    >
      {error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <ul className="flex h-72 flex-col overflow-y-auto rounded-lg border p-1">
          {data.parent !== null && (
            <Row icon={<CornerLeftUp />} name=".. (up)" onClick={() => setFolder(data.parent ?? undefined)} />
          )}
          {data.folders.map(({ name, isRepository }) => (
            <Row
              key={name}
              icon={isRepository ? <FolderGit2 /> : <Folder />}
              name={name}
              onClick={() => setFolder(`${data.folder.replace(/\/$/, "")}/${name}`)}
            />
          ))}
        </ul>
      ) : (
        <Loading label="Loading folders" />
      )}
    </Dialog>
  );
}

interface RowProps {
  readonly icon: React.ReactNode;
  readonly name: string;
  readonly onClick: () => void;
}

function Row({ icon, name, onClick }: RowProps) {
  return (
    <li>
      <button
        type="button"
        onClick={onClick}
        className="flex w-full items-center gap-2 rounded-md px-2 py-1 text-left text-sm hover:bg-hover [&_svg]:size-4 [&_svg]:text-ink-3"
      >
        {icon}
        <span className="truncate">
          <Visible text={name} />
        </span>
      </button>
    </li>
  );
}
