import { Suspense, useEffect } from "react";
import { Group, Panel, Separator, useDefaultLayout } from "react-resizable-panels";
import { create } from "zustand";
import { openPanel, panels, togglePanel, usePanel } from "../../data/panel-choice.ts";
import { stopTask } from "../../data/task/task-ops.ts";
import { useTaskFollower } from "../../data/task/use-task.ts";
import { SubtaskQuestions } from "../../features/approvals/subtask-questions.tsx";
import { Chat } from "../../features/chat/chat.tsx";
import { TaskComposer } from "../../features/composer/task-composer.tsx";
import { TodoStrip } from "../../features/todos/todo-strip.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { Loading } from "../../ui/states.tsx";
import { showError } from "../../ui/toast.ts";
import { useMediaQuery } from "../../ui/use-media-query.ts";
import { TaskHeader } from "./task-header.tsx";

const ContextPanel = lazyPart(() => import("./context-panel.tsx"));

/** Chat and workspace side by side, or as tabs on narrow screens. */
export function Workbench({ at }: { readonly at: number | undefined }) {
  const isWide = useMediaQuery("(min-width: 900px)");
  useTaskShortcuts();
  return (
    <div className="flex h-full flex-col">
      <TaskHeader />
      {isWide ? <SplitView at={at} /> : <TabbedView at={at} />}
    </div>
  );
}

function SplitView({ at }: { readonly at: number | undefined }) {
  const isPanelShown = usePanel(({ isShown }) => isShown);
  const { defaultLayout, onLayoutChanged } = useDefaultLayout({ id: "roo.workbench", storage: localStorage });
  if (!isPanelShown) return <ChatColumn at={at} />;
  return (
    <Group
      orientation="horizontal"
      className="min-h-0 flex-1"
      onLayoutChanged={onLayoutChanged}
      defaultLayout={defaultLayout}
    >
      <Panel id="chat" minSize="20rem" defaultSize="50%" className="flex min-h-0 flex-col">
        <ChatColumn at={at} />
      </Panel>
      <Separator className="w-px bg-line outline-none hover:bg-accent focus-visible:bg-accent data-[separator=active]:bg-accent" />
      <Panel id="context" minSize="18rem" defaultSize="50%" className="min-h-0">
        <Suspense fallback={<Loading />}>
          <ContextPanel />
        </Suspense>
      </Panel>
    </Group>
  );
}

const useNarrowTab = create<{ tab: "chat" | "panel" }>(() => ({ tab: "chat" }));

function TabbedView({ at }: { readonly at: number | undefined }) {
  const tab = useNarrowTab((state) => state.tab);
  // A panel opened from elsewhere is brought to the front.
  const opened = usePanel(({ openedCount }) => openedCount);
  useEffect(() => {
    if (opened > 0) useNarrowTab.setState({ tab: "panel" });
  }, [opened]);
  useEffect(() => () => useNarrowTab.setState({ tab: "chat" }), []);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex justify-center border-b p-2">
        <Segmented
          label="What to show"
          value={tab}
          options={[
            { value: "chat", label: "Chat" },
            { value: "panel", label: "Workspace" },
          ]}
          onChange={(next) => useNarrowTab.setState({ tab: next })}
        />
      </div>
      {tab === "chat" ? (
        <ChatColumn at={at} />
      ) : (
        <Suspense fallback={<Loading />}>
          <ContextPanel />
        </Suspense>
      )}
    </div>
  );
}

function ChatColumn({ at }: { readonly at: number | undefined }) {
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <Chat at={at} />
      <div className="mx-auto w-full max-w-3xl px-4 pb-4">
        <SubtaskQuestions />
        <TodoStrip />
        <TaskComposer />
      </div>
    </div>
  );
}

/** Keyboard shortcuts of the workbench, also listed by `?` (app/keyboard.tsx). */
function useTaskShortcuts(): void {
  const { taskId } = useTaskFollower();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const hasMod = event.metaKey || event.ctrlKey;
      if (hasMod && event.key === ".") {
        event.preventDefault();
        void stopTask(taskId).catch(showError);
      } else if (hasMod && event.key === "\\") {
        event.preventDefault();
        togglePanel();
      } else if (event.altKey && /^Digit[1-6]$/.test(event.code)) {
        event.preventDefault();
        const panel = panels[Number(event.code.slice(5)) - 1];
        if (panel) openPanel(panel);
      } else if (event.altKey && event.code === "KeyY") {
        event.preventDefault();
        press("approve");
      } else if (event.altKey && event.code === "KeyN") {
        event.preventDefault();
        press("deny");
      } else if (hasMod && event.key === "j") {
        event.preventDefault();
        document.querySelector<HTMLElement>("textarea[aria-label=Message]")?.focus();
      }
    };
    globalThis.addEventListener("keydown", onKeyDown);
    return () => globalThis.removeEventListener("keydown", onKeyDown);
  }, [taskId]);
}

/** Clicks the first enabled button for a shortcut. */
function press(shortcut: string): void {
  document.querySelector<HTMLElement>(`[data-shortcut=${shortcut}]:not(:disabled)`)?.click();
}
