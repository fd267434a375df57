import { ApiFailure } from "@roo-code/client";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { post, useEntries } from "../../data/outbox/outbox.ts";
import { queryClient } from "../../data/query-client.ts";
import { newOpId } from "../../data/submit-op.ts";
import type { OutgoingMessage } from "../../data/task/task-ops.ts";
import { useWorkspaceChoice } from "../../data/workspace-choice.ts";
import { Button } from "../../ui/button.tsx";
import { describeError } from "../../ui/states.tsx";
import { ModeChoice, ProfileChoice } from "../composer/choices.tsx";
import { Composer } from "../composer/composer.tsx";
import { WaitingMessages } from "../outbox/waiting-messages.tsx";
import { WorkspaceMenu } from "./workspace-menu.tsx";

// On a phone, the on-screen keyboard would hide the list.
const hasKeyboard = matchMedia("(pointer: fine)").matches;

export function StartTask() {
  const { workspace } = useWorkspaceChoice();
  const [mode, setMode] = useState<string>();
  const [profile, setProfile] = useState<string>();
  const [failure, setFailure] = useState<unknown>();
  const navigate = useNavigate();
  const unsent = useEntries().filter(({ kind }) => kind === "beginning");

  const start = async ({ text, images }: OutgoingMessage) => {
    setFailure(undefined);
    if (!workspace) throw new Error("Choose a folder for the task first.");
    const { workspaceId } = workspace;
    const entry = { kind: "beginning" as const, opId: newOpId(), at: Date.now(), workspaceId, text, images };
    const taskId = await post({ ...entry, mode, profile });
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
      <WaitingMessages entries={unsent} />
    </div>
  );
}

const providerErrors = ["no_provider", "unknown_provider", "missing_key", "missing_model", "profile_not_found"];

/** Why a task could not be started; its text stays in the composer. */
function StartFailure({ error }: { readonly error: unknown }) {
  const { message, next } = describeError(error);
  const isProviderError = error instanceof ApiFailure && providerErrors.includes(error.code);
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 rounded-lg bg-bad-soft px-4 py-2 text-sm text-bad">
      <p className="min-w-60 flex-1">
        {message} {!isProviderError && next}
      </p>
      {isProviderError && (
        <Button asChild size="sm">
          <Link to="/settings/$section" params={{ section: "providers" }}>
            Set up a model
          </Link>
        </Button>
      )}
    </div>
  );
}
