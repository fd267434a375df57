import type { ChangeRecord, EventDraft, Subtask, SubtaskOrder, SubtaskOutcome } from "@roo-code/types";
import { excerpt } from "./excerpt.ts";
import type { Attempt } from "./workflow-state.ts";

const maxResultLength = 16_000;

export function orderOf({ mode, message }: Attempt): SubtaskOrder {
  return { mode, message, todos: [] };
}

export function subtaskOf(attempt: Attempt): Subtask {
  const { callId, taskId, agent, worktree } = attempt;
  return { ...orderOf(attempt), callId, taskId, agent, worktree };
}

/** The end of an attempt, with what it said for those that come after, behind the step that brought its changes in. */
export function endOfAttempt({ callId, taskId }: Attempt, outcome: SubtaskOutcome): readonly EventDraft[] {
  const { status, turns, usage, filesChanged, conflicts = [], error, before, change } = outcome;
  const aside = conflicts.map(({ path, aside: file }) => `Its own version of ${path} is in ${file}.`);
  const result = [outcome.result ?? "", ...aside].filter(Boolean).join("\n");
  const end = {
    type: "subtask.end" as const,
    callId,
    taskId,
    status,
    turns,
    usage,
    filesChanged: [...filesChanged],
    ...(conflicts.length > 0 && { conflicts: conflicts.map(({ path }) => path) }),
    result: result === "" ? null : excerpt(result, maxResultLength),
    ...(error && { error }),
  };
  const saved = before ? [{ type: "snapshot.added" as const, callId, label: callId, ...before }] : [];
  return [...saved, ...(change ? [changeOf(callId, change)] : []), end];
}

function changeOf(callId: string, { changes, files, moreFiles }: ChangeRecord): EventDraft {
  return {
    type: "change.added",
    callId,
    label: callId,
    changes: [...changes],
    files: [...files],
    moreFiles,
  };
}
