import { RooError, type SelectedChange, type SnapshotStore, type TaskEvent } from "@roo-code/types";
import { lostFiles } from "./lost-files.ts";
import { coversPath } from "./paths.ts";
import type { TaskChange } from "./task-changes.ts";
import { forgotten, isKept, type UndoContext } from "./task-files.ts";
import { undonePaths } from "./undo-outcome.ts";
import { foldUndos, isUndone, type Step, type UndoState } from "./undo-state.ts";
import { rewindTo, type UndoDone, type UndoRequest, type UndoScene, undoTask } from "./undo-task.ts";

export interface UndoneSteps extends UndoDone {
  /** Newest first. */
  readonly steps: readonly Step[];
}

/**
 * Undoes the changes of the last steps that changed something; changes by others stay. Throws `RooError`
 * `nothing_to_undo`, `snapshot_forgotten`, `task_busy`.
 */
export function undoSteps(
  context: UndoContext,
  request: UndoRequest & { readonly count: number },
): Promise<UndoneSteps> {
  return undoTask(context, { ...request, kind: "undo" }, async (scene) => {
    const { events, store, options } = scene;
    const chosen = await chooseSteps(scene, request);
    const target = chosen.at(-1)?.step;
    if (!target) throw nothingToUndo(request.paths);
    const steps = chosen.map(({ step }) => step);
    const undo = options.undo && { ...options.undo, steps: steps.map(({ seq }) => seq) };
    const outcome = await store.undoChanges(changesOf(chosen), { ...options, undo });
    const undone = undonePaths(outcome, request.paths);
    return {
      ...outcome,
      steps,
      incomplete: incompleteSteps(events, target.seq),
      lost: lostFiles(scene, { snapshot: target.snapshot, paths: request.paths, restored: outcome.restored }),
      label: { kind: "undo", toSeq: target.seq, paths: undone },
      rewind: request.conversation ? rewindTo(events, target.seq, target.snapshot) : undefined,
    };
  });
}

function incompleteSteps(events: readonly TaskEvent[], since: number): readonly string[] | undefined {
  const found = foldUndos(events).steps.filter(({ seq, isIncomplete }) => seq >= since && isIncomplete === true);
  return found.length > 0 ? found.map(({ label }) => label) : undefined;
}

interface Chosen {
  readonly step: Step;
  /** The files of the step to undo. */
  readonly paths: readonly string[];
}

/** Newest first. */
async function chooseSteps(
  { events, store, snapshots, options, interrupted }: UndoScene,
  { count, paths }: UndoRequest & { readonly count: number },
): Promise<readonly Chosen[]> {
  const undos = foldUndos(events);
  const chosen: Chosen[] = [];
  for (const step of undos.steps.toReversed()) {
    if (chosen.length === count) break;
    if (undos.undone.steps.has(step.seq) || step.changes.length === 0) continue;
    if (interrupted?.steps && !interrupted.steps.includes(step.seq)) continue;
    if (!isKept(step, snapshots)) {
      if (chosen.length > 0) break;
      throw forgotten(step.seq);
    }
    const files = await filesToUndo(store, { undos, step, paths });
    if (files.length === 0) continue;
    const next = [...chosen, { step, paths: files }];
    // Not after a crash during the undo, when a step may seem to be undone already.
    if (!interrupted && !(await hasEffect(store, next, options))) continue;
    chosen.push({ step, paths: files });
  }
  return chosen;
}

async function filesToUndo(
  store: SnapshotStore,
  { undos, step, paths }: { undos: UndoState; step: Step; paths: readonly string[] | undefined },
): Promise<readonly string[]> {
  const changed = await filesOf(store, step);
  return changed.filter((path) => (!paths || coversPath(paths, path)) && !isUndone(undos, step, path));
}

/** The names of the files of a change. */
export async function filesOf(store: SnapshotStore, change: TaskChange): Promise<readonly string[]> {
  if (change.files) return change.files;
  const found = new Set<string>();
  for (const { before, after } of change.changes)
    for (const { path } of await store.changedFiles(before, after))
      if (!change.paths || coversPath(change.paths, path)) found.add(path);
  return [...found].sort();
}

/** Whether undoing the last of them would change anything or conflict. */
async function hasEffect(
  store: SnapshotStore,
  chosen: readonly Chosen[],
  options: UndoScene["options"],
): Promise<boolean> {
  const files = new Set(chosen.at(-1)?.paths);
  const touches = async (some: readonly Chosen[]): Promise<boolean> => {
    if (some.length === 0) return false;
    const { restored, removed, conflicts, kept } = await store.undoChanges(changesOf(some), {
      ...options,
      isDryRun: true,
    });
    return [...restored, ...removed, ...kept, ...conflicts.map(({ path }) => path)].some((path) => files.has(path));
  };
  return (await touches(chosen)) || touches(chosen.slice(0, -1));
}

function changesOf(chosen: readonly Chosen[]): SelectedChange[] {
  return chosen.toReversed().flatMap(({ step, paths }) => step.changes.map((change) => ({ ...change, paths })));
}

function nothingToUndo(paths: readonly string[] | undefined): RooError {
  const where = paths ? ` in ${paths.map((path) => path || ".").join(", ")}` : "";
  return new RooError({
    code: "nothing_to_undo",
    message: `There is no step left to undo${where}.`,
    next: "List the steps with: roo checkpoints. Choose another task with: --task TASK",
  });
}
