import { Suspense, useEffect } from "react";
import { Group, Panel, Separator, useDefaultLayout } from "react-resizable-panels";
import { create } from "zustand";
import { usePanel } from "../../data/workbench/panel-choice.ts";
import { SubtaskQuestions } from "../../features/approvals/subtask-questions.tsx";
import { Chat } from "../../features/chat/chat.tsx";
import { TaskComposer } from "../../features/composer/task-composer.tsx";
import { TodoStrip } from "../../features/todos/todo-strip.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { Loading } from "../../ui/states.tsx";
import { useMediaQuery } from "../../ui/use-media-query.ts";
import { TaskHeader } from "./task-header.tsx";
import { useTaskShortcuts } from "./task-shortcuts.ts";

const ContextPanel = lazyPart(() => import("./context-panel.tsx"));

/** Chat at the left, what it is about at the right; one after the other where there is no width for both. */
export function Workbench({ at }: { readonly at: number | undefined }) {
  const isWide = useMediaQuery("(min-width: 900px)");
  useTaskShortcuts();
  return (
    <div className="flex h-full flex-col">
      <TaskHeader />
      {isWide ? <Split at={at} /> : <OneAtATime at={at} />}
    </div>
  );
}

function Split({ at }: { readonly at: number | undefined }) {
  const isPanelShown = usePanel(({ isShown }) => isShown);
  const { defaultLayout, onLayoutChanged } = useDefaultLayout({ id: "roo.workbench", storage: localStorage });
  if (!isPanelShown) return <ChatColumn at={at} />;
  return (
    <Group
      orientation="horizontal"
      className="min-h-0 flex-1"
      onLayoutChanged={onLayoutChanged}
      {...(defaultLayout && { defaultLayout })}
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

const usePhoneTab = create<{ tab: "chat" | "panel" }>(() => ({ tab: "chat" }));

function OneAtATime({ at }: { readonly at: number | undefined }) {
  const tab = usePhoneTab((state) => state.tab);
  // What is opened somewhere is shown, wherever it was opened.
  const opened = usePanel(({ openedCount }) => openedCount);
  useEffect(() => {
    if (opened > 0) usePhoneTab.setState({ tab: "panel" });
  }, [opened]);
  useEffect(() => () => usePhoneTab.setState({ tab: "chat" }), []);
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
          onChange={(next) => usePhoneTab.setState({ tab: next })}
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
