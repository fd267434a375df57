import { readdirSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { type EventDraft, effectiveEvents, RooError, settledSeq, type TaskEvent, type TaskId } from "@roo-code/types";
import { newTaskId } from "../task-id.ts";
import { forkedEvents } from "./forked-events.ts";
import { selectedChanges } from "./restore-to.ts";
import { taskChanges } from "./task-changes.ts";
import { forgotten, isKept, requireEvent, startOf, type UndoContext, withSnapshots } from "./task-files.ts";
import { changeOf, emptyOutcome, type UndoOutcome } from "./undo-outcome.ts";

export interface ForkRequest {
  readonly taskId: TaskId;
  /** The last event to copy; within a reply, the event before the reply. */
  readonly at: number;
  /** Another folder for the fork, which must be empty. */
  readonly into?: string | undefined;
  /** Whether to undo the task's later changes to files; changes by others stay. */
  readonly files: boolean;
}

export interface Fork extends UndoOutcome {
  readonly taskId: TaskId;
  /** The last copied event. */
  readonly seq: number;
  readonly cwd: string;
}

const batchSize = 500;

/**
 * Creates a task from the first events of another. Throws `RooError` `unknown_event`, `nothing_to_fork`,
 * `snapshot_forgotten`, `folder_not_empty`, and `task_busy` if the files of a running task would change.
 */
export async function forkTask(context: UndoContext, request: ForkRequest): Promise<Fork> {
  const { tasks, clock } = context;
  const events = await tasks.read(request.taskId);
  requireEvent(events, request.at);
  const seq = settledSeq(events, request.at);
  const shared = effectiveEvents(events.filter((event) => event.seq <= seq));
  if (!shared.some(({ type }) => type === "message.added")) throw nothingToFork(request.at);
  const into = request.into === undefined ? undefined : resolve(request.into);
  if (into !== undefined) requireEmpty(into);
  const outcome = request.files ? await restoreFiles(context, { request, events, seq, into }) : emptyOutcome;
  const taskId = newTaskId(clock.now(), Math.random);
  const cwd = into ?? startOf(events).environment.cwd;
  const drafts = forkedEvents(shared, { taskId, cwd, forkedFrom: { taskId: request.taskId, seq } });
  const change = outcome.change ? [forkChange(outcome)] : [];
  await writeTask(context, taskId, [...drafts, ...change]);
  if (outcome.change) await withSnapshots(context, events, (store) => store.endRestore());
  return { ...outcome, taskId, seq, cwd };
}

async function restoreFiles(
  context: UndoContext,
  {
    request,
    events,
    seq,
    into,
  }: { request: ForkRequest; events: readonly TaskEvent[]; seq: number; into: string | undefined },
): Promise<UndoOutcome> {
  const since = taskChanges(events).filter((change) => change.seq > seq);
  if (into === undefined && since.length === 0) return emptyOutcome;
  const summary = (await context.tasks.list()).find(({ taskId }) => taskId === request.taskId);
  if (into === undefined && summary?.status === "running") throw taskIsRunning(request.taskId);
  return withSnapshots(context, events, async (store) => {
    const snapshots = new Map((await store.list()).map((one) => [one.id, one]));
    if (since.some((change) => !isKept(change, snapshots))) throw forgotten(seq);
    const changes = selectedChanges(since, undefined);
    if (into === undefined) return store.undoChanges(changes, { by: request.taskId });
    const { id, conflicts } = await store.takeWithout(changes, "for a fork");
    const copied = await store.copyTo(id, into);
    return { ...emptyOutcome, restored: copied.restored, conflicts: [...conflicts, ...copied.conflicts] };
  });
}

function forkChange(outcome: UndoOutcome): EventDraft {
  return { type: "change.added", label: "the fork's files", ...changeOf(outcome) };
}

async function writeTask({ tasks }: UndoContext, taskId: TaskId, drafts: readonly EventDraft[]): Promise<void> {
  const writer = await tasks.create(taskId);
  try {
    for (let at = 0; at < drafts.length; at += batchSize) {
      await writer.append(drafts.slice(at, at + batchSize)).durable;
    }
  } finally {
    await writer.close();
  }
}

function requireEmpty(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (!found || (found.isDirectory() && readdirSync(folder).length === 0)) return;
  throw new RooError({
    code: "folder_not_empty",
    message: found.isDirectory() ? `${folder} is not empty.` : `${folder} is not a folder.`,
    next: "Name an empty folder, or one that does not exist.",
  });
}

function nothingToFork(at: number): RooError {
  return new RooError({
    code: "nothing_to_fork",
    message: `The task has no message before event ${at}.`,
    next: "Choose a later event: roo tasks show TASK --output json lists them.",
  });
}

function taskIsRunning(taskId: TaskId): RooError {
  return new RooError({
    code: "task_busy",
    message: `Task ${taskId} is running, so its files cannot be undone now.`,
    next: "Fork it into another folder with --into DIR, or without files with --no-files.",
  });
}
