import { Files, FileDiff, GitBranch, Globe, History, SquareTerminal } from "lucide-react";
import { lazy, type ReactNode, Suspense } from "react";
import { useTaskView } from "../../data/task/use-task.ts";
import { Badge } from "../../ui/badge.tsx";
import { Loading } from "../../ui/states.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { choosePanel, type PanelName, usePanel } from "../../data/workbench/panel-choice.ts";

const FilesPanel = lazy(() => import("../../features/files/files-panel.tsx"));
const ChangesPanel = lazy(() => import("../../features/diff/changes-panel.tsx"));
const TerminalPanel = lazy(() => import("../../features/terminal/terminal-panel.tsx"));
const BrowserPanel = lazy(() => import("../../features/browser/browser-panel.tsx"));
const CheckpointsPanel = lazy(() => import("../../features/checkpoints/checkpoints-panel.tsx"));
const SubtasksPanel = lazy(() => import("../../features/subtasks/subtasks-panel.tsx"));

export default function ContextPanel() {
  const panel = usePanel((state) => state.panel);
  const view = useTaskView();
  const changed = view?.filesChanged.length ?? 0;
  const children = view?.children.length ?? 0;
  const tab = (id: PanelName, icon: ReactNode, name: string, content: ReactNode, count = 0) => ({
    id,
    label: (
      <>
        {icon}
        {name}
        {count > 0 && <Badge>{count}</Badge>}
      </>
    ),
    content: <Suspense fallback={<Loading />}>{content}</Suspense>,
  });
  return (
    <Tabs
      label="Workspace"
      active={panel}
      onChange={choosePanel}
      className="h-full"
      tabs={[
        tab("files", <Files />, "Files", <FilesPanel />),
        tab("changes", <FileDiff />, "Changes", <ChangesPanel />, changed),
        tab("terminal", <SquareTerminal />, "Terminal", <TerminalPanel />),
        tab("browser", <Globe />, "Browser", <BrowserPanel />),
        tab("checkpoints", <History />, "Checkpoints", <CheckpointsPanel />),
        tab("subtasks", <GitBranch />, "Subtasks", <SubtasksPanel />, children),
      ]}
    />
  );
}
