import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { newOpId } from "../../data/op-id.ts";
import { post, useEntries } from "../../data/outbox/outbox.ts";
import { queryClient } from "../../data/query-client.ts";
import type { Said } from "../../data/task/task-ops.ts";
import { useWorkspaceChoice } from "../../data/workspace-choice.ts";
import { Composer } from "../composer/composer.tsx";
import { ModeChoice } from "../composer/mode-choice.tsx";
import { WaitingMessages } from "../outbox/waiting-messages.tsx";
import { ProfileChoice } from "./profile-choice.tsx";
import { StartFailure } from "./start-failure.tsx";
import { WorkspaceMenu } from "./workspace-menu.tsx";

// On a phone the keyboard would hide the list at once.
const hasKeyboard = matchMedia("(pointer: fine)").matches;

/** Describe a task, choose where and how, and start it. */
export function StartTask() {
  const { workspace } = useWorkspaceChoice();
  const [mode, setMode] = useState<string>();
  const [profile, setProfile] = useState<string>();
  const [failure, setFailure] = useState<unknown>();
  const navigate = useNavigate();
  const waiting = useEntries().filter(({ kind }) => kind === "beginning");

  const start = async ({ text, images }: Said) => {
    setFailure(undefined);
    if (!workspace) throw new Error("Choose a folder for the task first.");
    const { workspaceId } = workspace;
    const choices = { ...(mode && { mode }), ...(profile && { profile }) };
    const entry = { kind: "beginning" as const, opId: newOpId(), at: Date.now(), workspaceId, text, images };
    const taskId = await post({ ...entry, ...choices });
    if (taskId === undefined) return;
    void queryClient.invalidateQueries({ queryKey: ["tasks"] });
    await navigate({ to: "/task/$taskId", params: { taskId } });
  };
  return (
    <div className="flex flex-col gap-2">
      <Composer
        draft="new"
        label="What should be done"
        sendText="Start"
        workspaceId={workspace?.workspaceId}
        placeholder="Describe a change, a bug, or a question about the code; @ for files, / for commands"
        autoFocus={hasKeyboard}
        onSend={start}
        onFailure={setFailure}
        choices={
          <>
            <WorkspaceMenu />
            <ModeChoice workspaceId={workspace?.workspaceId} mode={mode} onChange={setMode} />
            <ProfileChoice profile={profile} onChange={setProfile} />
          </>
        }
      />
      {failure !== undefined && <StartFailure error={failure} />}
      <WaitingMessages entries={waiting} />
    </div>
  );
}
