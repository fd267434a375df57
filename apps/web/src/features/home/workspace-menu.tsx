import { useMutation } from "@tanstack/react-query";
import { Folder, FolderOpen, GitBranch } from "lucide-react";
import { useState } from "react";
import { client } from "../../data/client.ts";
import { queryClient, queryKeys } from "../../data/query-client.ts";
import { chooseWorkspace, useWorkspaceChoice } from "../../data/workspace-choice.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, Input } from "../../ui/field.tsx";
import { Menu } from "../../ui/menu.tsx";
import { describeError } from "../../ui/states.tsx";
import { ChoiceButton } from "../composer/choices.tsx";
import { OpenFolder } from "./open-folder.tsx";

const maxShown = 12;

/** The folder a task works in. */
export function WorkspaceMenu() {
  const { workspace, workspaces } = useWorkspaceChoice();
  const [dialog, setDialog] = useState<"open" | "clone">();
  const close = () => setDialog(undefined);
  return (
    <>
      <Menu
        align="start"
        trigger={
          <ChoiceButton label="Folder" icon={<Folder aria-hidden />} chosen={workspace?.name ?? "Choose a folder"} />
        }
        items={[
          ...workspaces.slice(0, maxShown).map(({ workspaceId, name, folder }) => ({
            label: (
              <span className="flex max-w-72 flex-col">
                <span className="truncate">{name}</span>
                <span className="truncate text-xs text-ink-3">{folder}</span>
              </span>
            ),
            onSelect: () => chooseWorkspace(workspaceId),
          })),
          null,
          { label: "Open another folder…", icon: <FolderOpen />, onSelect: () => setDialog("open") },
          { label: "Clone a repository…", icon: <GitBranch />, onSelect: () => setDialog("clone") },
        ]}
      />
      {dialog === "open" && <OpenFolder onClose={close} />}
      {dialog === "clone" && <CloneRepository onClose={close} />}
    </>
  );
}

function CloneRepository({ onClose }: { readonly onClose: () => void }) {
  const [url, setUrl] = useState("");
  const clone = useMutation({
    mutationFn: () => client.workspaces.clone({ body: { url: url.trim() } }),
    onSuccess: async ({ workspaceId }) => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.workspaces });
      chooseWorkspace(workspaceId);
      onClose();
    },
  });
  const failure = clone.error ? describeError(clone.error) : undefined;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Clone a repository"
      description="Into a folder managed by the server."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={url.trim() === "" || clone.isPending} onClick={() => clone.mutate()}>
            {clone.isPending ? "Cloning…" : "Clone"}
          </Button>
        </>
      }
    >
      <Field
        label="Address"
        hint="https or ssh"
        error={failure && [failure.message, failure.next].filter(Boolean).join(" ")}
      >
        {(field) => (
          <Input
            {...field}
            autoFocus
            value={url}
            placeholder="https://github.com/owner/name.git"
            onChange={({ target }) => setUrl(target.value)}
          />
        )}
      </Field>
    </Dialog>
  );
}
