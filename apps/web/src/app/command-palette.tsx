import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { Command } from "cmdk";
import { type ReactNode, useState } from "react";
import { client } from "../data/client.ts";
import { openPanel, panels, togglePanel } from "../data/panel-choice.ts";
import { queryKeys } from "../data/query-client.ts";
import { taskQuery, tasksQuery } from "../data/task-queries.ts";
import { chooseTheme } from "../data/theme.ts";
import { openFile } from "../features/files/open-files.ts";
import { Keys } from "../ui/tooltip.tsx";
import { Visible } from "../ui/visible.tsx";

interface CommandPaletteProps {
  /** `files`: only files are listed. */
  readonly open: "all" | "files" | undefined;
  readonly onClose: () => void;
  readonly onHelp: () => void;
}

export default function CommandPalette({ open, onClose, onHelp }: CommandPaletteProps) {
  const [query, setQuery] = useState("");
  const navigate = useNavigate();
  const { taskId } = useParams({ strict: false });
  const tasks = useQuery({ ...tasksQuery({ limit: 30 }), enabled: open === "all" });
  const task = useQuery({ ...taskQuery(taskId ?? ""), enabled: taskId !== undefined });
  const workspaceId = task.data?.workspaceId ?? undefined;
  const names = useQuery({
    queryKey: queryKeys.fileNames(workspaceId ?? "", query),
    queryFn: ({ signal }) =>
      client.files.names({ params: { workspaceId: workspaceId ?? "" }, query: { query, limit: 20 } }, { signal }),
    enabled: open !== undefined && workspaceId !== undefined && (open === "files" || query !== ""),
  });
  const run = (act: () => unknown) => () => {
    onClose();
    setQuery("");
    void act();
  };
  return (
    <Command.Dialog
      open={open !== undefined}
      onOpenChange={(next) => !next && onClose()}
      label="Commands"
      overlayClassName="fixed inset-0 z-40 bg-black/45"
      contentClassName="fixed top-[15dvh] left-1/2 z-50 w-[calc(100vw-2rem)] max-w-xl -translate-x-1/2 overflow-hidden rounded-xl border bg-raised shadow-float"
    >
      <Command.Input
        value={query}
        onValueChange={setQuery}
        placeholder={open === "files" ? "Open a file" : "What do you want to do?"}
        className="h-12 w-full border-b bg-transparent px-4 text-base outline-none placeholder:text-ink-3"
      />
      <Command.List className="max-h-[50dvh] overflow-y-auto p-1">
        <Command.Empty className="px-3 py-6 text-center text-sm text-ink-3">No matches.</Command.Empty>
        {open === "all" && (
          <Group heading="Go to">
            <Item onSelect={run(() => navigate({ to: "/" }))}>Home</Item>
            <Item onSelect={run(() => navigate({ to: "/evals" }))}>Evals</Item>
            <Item onSelect={run(() => navigate({ to: "/settings/$section", params: { section: "providers" } }))}>
              Settings
            </Item>
          </Group>
        )}
        {open === "all" && taskId !== undefined && (
          <Group heading="Workbench">
            {panels.map((panel, index) => (
              <Item key={panel} shortcut={`alt+${index + 1}`} onSelect={run(() => openPanel(panel))}>
                Show {panel}
              </Item>
            ))}
            <Item shortcut="mod+\" onSelect={run(togglePanel)}>
              Show or hide the workspace
            </Item>
          </Group>
        )}
        {open === "all" && (
          <Group heading="Appearance">
            <Item onSelect={run(() => chooseTheme("dark"))}>Dark theme</Item>
            <Item onSelect={run(() => chooseTheme("light"))}>Light theme</Item>
            <Item onSelect={run(() => chooseTheme("system"))}>System theme</Item>
            <Item shortcut="?" onSelect={run(onHelp)}>
              Keyboard shortcuts
            </Item>
          </Group>
        )}
        {names.data && names.data.paths.length > 0 && (
          <Group heading="Files">
            {names.data.paths.flatMap(({ path, kind }) =>
              kind === "file" ? (
                <Item key={path} value={`file ${path}`} onSelect={run(() => openFile(path))}>
                  <span className="font-mono text-xs">
                    <Visible text={path} />
                  </span>
                </Item>
              ) : (
                []
              ),
            )}
          </Group>
        )}
        {open === "all" && tasks.data && tasks.data.tasks.length > 0 && (
          <Group heading="Tasks">
            {tasks.data.tasks.map((each) => (
              <Item
                key={each.taskId}
                value={`${each.title} ${each.taskId}`}
                onSelect={run(() => navigate({ to: "/task/$taskId", params: { taskId: each.taskId } }))}
              >
                <span className="truncate">{each.title}</span>
              </Item>
            ))}
          </Group>
        )}
      </Command.List>
    </Command.Dialog>
  );
}

function Group({ heading, children }: { readonly heading: string; readonly children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:text-2xs [&_[cmdk-group-heading]]:font-semibold [&_[cmdk-group-heading]]:text-ink-3"
    >
      {children}
    </Command.Group>
  );
}

interface ItemProps {
  readonly value?: string;
  readonly shortcut?: string;
  readonly onSelect: () => void;
  readonly children: ReactNode;
}

function Item({ value, shortcut, onSelect, children }: ItemProps) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex cursor-pointer items-center gap-2 rounded-md px-3 py-1.5 text-sm data-[selected=true]:bg-hover"
    >
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {shortcut && <Keys combination={shortcut} />}
    </Command.Item>
  );
}
