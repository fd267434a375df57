import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { ArrowUp } from "lucide-react";
import { type KeyboardEvent, useId } from "react";
import { newOpId } from "../../data/op-id.ts";
import { post, useEntries } from "../../data/outbox/outbox.ts";
import { queryClient } from "../../data/query-client.ts";
import { useWorkspaceChoice } from "../../data/workspace-choice.ts";
import { Button } from "../../ui/button.tsx";
import { WaitingMessages } from "../outbox/waiting-messages.tsx";
import { useDraft, writeDraft } from "./draft.ts";
import { ModeChoice } from "./mode-choice.tsx";
import { ProfileChoice } from "./profile-choice.tsx";
import { StartFailure } from "./start-failure.tsx";
import { WorkspaceMenu } from "./workspace-menu.tsx";

// On a phone the keyboard would hide the list at once.
const hasKeyboard = matchMedia("(pointer: fine)").matches;

/** Say what should be done, where and how. */
export function StartTask() {
  const { text, mode, profile } = useDraft();
  const { workspace } = useWorkspaceChoice();
  const navigate = useNavigate();
  const id = useId();
  const start = useMutation({
    mutationFn: (workspaceId: string) => {
      const said = { text: text.trim(), images: [], ...(mode && { mode }), ...(profile && { profile }) };
      return post({ kind: "beginning", opId: newOpId(), at: Date.now(), workspaceId, ...said });
    },
    onSuccess: async (taskId) => {
      writeDraft("");
      if (taskId === undefined) return;
      void queryClient.invalidateQueries({ queryKey: ["tasks"] });
      await navigate({ to: "/task/$taskId", params: { taskId } });
    },
  });
  const waiting = useEntries().filter(({ kind }) => kind === "beginning");
  const canStart = text.trim() !== "" && workspace !== undefined && !start.isPending;
  const submit = () => {
    if (canStart) start.mutate(workspace.workspaceId);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  return (
    <div className="flex flex-col gap-2">
      <form
        className="rounded-xl border border-line-strong bg-surface shadow-sm focus-within:border-accent"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <label htmlFor={id} className="sr-only">
          What should be done
        </label>
        <textarea
          id={id}
          value={text}
          onChange={({ target }) => writeDraft(target.value)}
          onKeyDown={onKeyDown}
          rows={3}
          autoFocus={hasKeyboard}
          placeholder="Describe a change, a bug, or a question about the code"
          className="field-sizing-content max-h-80 min-h-20 w-full resize-none rounded-t-xl bg-transparent px-4 pt-3 text-base placeholder:text-ink-3 focus-visible:outline-none"
        />
        <div className="flex flex-wrap items-center gap-1 px-2 pb-2">
          <WorkspaceMenu />
          <ModeChoice />
          <ProfileChoice />
          <Button type="submit" look="primary" className="ml-auto" disabled={!canStart}>
            {start.isPending ? "Starting…" : "Start"}
            <ArrowUp aria-hidden />
          </Button>
        </div>
      </form>
      {start.error && <StartFailure error={start.error} />}
      <WaitingMessages entries={waiting} />
    </div>
  );
}
