import { chooseWorkspace, useWorkspaceChoice } from "../../data/workspace-choice.ts";
import { NativeSelect } from "../../ui/field.tsx";

/** Settings hold in a folder: this one. */
export function FolderChoice() {
  const { workspace, workspaces } = useWorkspaceChoice();
  if (!workspace) return null;
  return (
    <div className="flex items-center gap-2 text-sm">
      <label htmlFor="settings-folder" className="text-ink-2">
        In the folder
      </label>
      <NativeSelect
        id="settings-folder"
        className="!w-auto max-w-56"
        value={workspace.workspaceId}
        onChange={({ target }) => chooseWorkspace(target.value)}
      >
        {workspaces.map(({ workspaceId, name }) => (
          <option key={workspaceId} value={workspaceId}>
            {name}
          </option>
        ))}
      </NativeSelect>
    </div>
  );
}
