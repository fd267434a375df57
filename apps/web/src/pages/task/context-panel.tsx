import { useQuery } from "@tanstack/react-query";
import { FileDiff, Files, GitBranch, Globe, History, SquareTerminal } from "lucide-react";
import { type ReactNode, Suspense, useEffect } from "react";
import { choosePanel, type PanelName, suggestPanel, usePanel } from "../../data/panel-choice.ts";
import { useTaskFollower, useTaskView } from "../../data/task/use-task.ts";
import { diffQuery } from "../../data/task-queries.ts";
import { Badge } from "../../ui/badge.tsx";
import { ErrorBoundary, lazyPart } from "../../ui/lazy-part.tsx";
import { Loading } from "../../ui/states.tsx";
import { Tabs } from "../../ui/tabs.tsx";

const FilesPanel = lazyPart(() => import("../../features/files/files-panel.tsx"));
const ChangesPanel = lazyPart(() => import("../../features/diff/changes-panel.tsx"));
const TerminalPanel = lazyPart(() => import("../../features/terminal/terminal-panel.tsx"));
const BrowserPanel = lazyPart(() => import("../../features/browser/browser-panel.tsx"));
const CheckpointsPanel = lazyPart(() => import("../../features/checkpoints/checkpoints-panel.tsx"));
const SubtasksPanel = lazyPart(() => import("../../features/subtasks/subtasks-panel.tsx"));

export default function ContextPanel() {
  const panel = usePanel((state) => state.panel);
  const view = useTaskView();
  const { taskId } = useTaskFollower();
  const touched = view?.filesChanged.length ?? 0;
  // `filesChanged` still includes files whose changes were undone.
  const diff = useQuery({ ...diffQuery(taskId), enabled: touched > 0 });
  const changed = diff.data?.files.length ?? touched;
  const children = view?.subtasks.length ?? 0;
  useEffect(() => suggestPanel(touched > 0 ? "changes" : "files"), [touched]);
  const tab = (id: PanelName, icon: ReactNode, name: string, content: ReactNode, count = 0) => ({
    id,
    label: (
      <>
        {icon}
        {name}
        {count > 0 && <Badge>{count}</Badge>}
      </>
    ),
    content: (
      <ErrorBoundary>
        <Suspense fallback={<Loading />}>{content}</Suspense>
      </ErrorBoundary>
    ),
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
