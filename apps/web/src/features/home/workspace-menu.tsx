import { Folder, FolderOpen, GitBranch } from "lucide-react";
import { useState } from "react";
import { chooseWorkspace, useWorkspaceChoice } from "../../data/workspace-choice.ts";
import { Menu } from "../../ui/menu.tsx";
import { ChoiceButton } from "../composer/choice-button.tsx";
import { CloneRepository } from "./clone-repository.tsx";
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
