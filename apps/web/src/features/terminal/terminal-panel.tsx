import { useState } from "react";
import { useTaskView } from "../../data/task/use-task.ts";
import { Segmented } from "../../ui/segmented.tsx";
import { Empty } from "../../ui/states.tsx";
import { AgentCommands } from "./agent-commands.tsx";
import { OwnShell } from "./own-shell.tsx";

export default function TerminalPanel() {
  const [tab, setTab] = useState<"agent" | "shell">("agent");
  const workspaceId = useTaskView()?.workspaceId;
  return (
    <div className="flex h-full flex-col">
      <div className="border-b p-2">
        <Segmented
          label="Terminal"
          value={tab}
          options={[
            { value: "agent", label: "Agent" },
            { value: "shell", label: "Your shell" },
          ]}
          onChange={setTab}
        />
      </div>
      <div className="min-h-0 flex-1">
        {tab === "agent" && <AgentCommands />}
        {tab === "shell" &&
          (workspaceId ? <OwnShell workspaceId={workspaceId} /> : <Empty title="The task's folder is not open here" />)}
      </div>
    </div>
  );
}
