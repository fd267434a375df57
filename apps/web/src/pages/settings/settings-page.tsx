import { getRouteApi } from "@tanstack/react-router";
import { FolderX } from "lucide-react";
import { useWorkspaceChoice } from "../../data/workspace-choice.ts";
import { FolderChoice } from "../../features/settings/folder-choice.tsx";
import { SectionNav } from "../../features/settings/section-nav.tsx";
import { sections } from "../../features/settings/sections.tsx";
import { Page } from "../../ui/page.tsx";
import { Empty, Failed, Loading } from "../../ui/states.tsx";

const route = getRouteApi("/settings/$section");

export function SettingsPage() {
  const { section: id } = route.useParams();
  const { workspace, isPending, error } = useWorkspaceChoice();
  const section = sections.find((each) => each.id === id);
  return (
    <Page title="Settings" actions={<FolderChoice />}>
      <div className="flex flex-col gap-6 md:flex-row">
        <SectionNav active={id} />
        <div className="flex min-w-0 flex-1 flex-col gap-4">
          {section && (
            <header>
              <h2 className="text-lg font-semibold">{section.title}</h2>
              <p className="text-sm text-ink-2">{section.about}</p>
            </header>
          )}
          {error ? (
            <Failed error={error} />
          ) : isPending ? (
            <Loading label="Loading settings" />
          ) : !workspace ? (
            <Empty icon={<FolderX />} title="No folder is open">
              Open a folder on the home page: settings apply per folder.
            </Empty>
          ) : section ? (
            <section.Content key={workspace.workspaceId} workspaceId={workspace.workspaceId} />
          ) : (
            <Empty title="Section not found">Choose one from the list.</Empty>
          )}
        </div>
      </div>
    </Page>
  );
}
