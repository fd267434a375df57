import { getRouteApi, Link } from "@tanstack/react-router";
import { FolderX } from "lucide-react";
import { useEffect, useRef } from "react";
import { chooseWorkspace, useWorkspaceChoice } from "../../data/workspace-choice.ts";
import { sections } from "../../features/settings/sections.tsx";
import { NativeSelect } from "../../ui/field.tsx";
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

/** A list at the left; a scrolling row on narrow screens. */
function SectionNav({ active }: { readonly active: string }) {
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    if (active) row.current?.querySelector("[aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" });
  }, [active]);
  return (
    <nav ref={row} aria-label="Settings" className="-mx-4 overflow-x-auto px-4 md:mx-0 md:w-44 md:shrink-0 md:px-0">
      <ul className="flex gap-1 md:flex-col">
        {sections.map(({ id, title, icon }) => (
          <li key={id}>
            <Link
              to="/settings/$section"
              params={{ section: id }}
              className="flex h-8 items-center gap-2 rounded-md px-2.5 text-sm whitespace-nowrap text-ink-2 hover:bg-hover hover:text-ink [&_svg]:size-4"
              activeProps={{ className: "bg-accent-soft !text-accent-text", "aria-current": "page" }}
            >
              {icon}
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The folder whose settings are shown. */
function FolderChoice() {
  const { workspace, workspaces } = useWorkspaceChoice();
  if (!workspace) return null;
  return (
    <div className="flex items-center gap-2 text-sm">
      <label htmlFor="settings-folder" className="text-ink-2">
        Folder
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
