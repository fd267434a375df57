import { RooError } from "@roo-code/types";
import { lostFiles } from "./lost-files.ts";
import { coversPath } from "./paths.ts";
import { forgotten, type UndoPlaces } from "./task-files.ts";
import { restoreFiles, type UndoOutcome } from "./undo-outcome.ts";
import { foldUndos, isTakenBack, type Step } from "./undo-state.ts";
import { rewindTo, type UndoDone, type UndoRequest, type UndoScene, undoTask } from "./undo-task.ts";

export interface UndoneSteps extends UndoDone {
  /** Newest first. */
  readonly steps: readonly Step[];
}

interface Chosen {
  readonly steps: readonly Step[];
  readonly paths: readonly string[];
}

/** Of files in a label of the log. */
const mostNamed = 1000;

/**
 * Takes back the last steps that changed something, and what each changed only: the person's own changes to other
 * files stay. Throws `RooError` `nothing_to_undo`, `snapshot_forgotten`, `task_busy`.
 */
export function undoSteps(places: UndoPlaces, request: UndoRequest & { readonly count: number }): Promise<UndoneSteps> {
  return undoTask(places, request, async (scene) => {
    const { events, store, current } = scene;
    const { steps, paths } = await chooseSteps(scene, request);
    const target = steps.at(-1);
    if (!target) throw nothingToUndo(request.paths);
    const isDryRun = request.isDryRun ?? false;
    const outcome = await restoreFiles(store, { snapshot: target.snapshot, paths, current: current.id, isDryRun });
    const undone = takenBackBy(outcome, request);
    return {
      ...outcome,
      steps,
      lost: lostFiles(scene, { snapshot: target.snapshot, paths: request.paths, restored: outcome.restored }),
      label: { kind: "undo", toSeq: target.seq, ...(undone && { paths: undone }) },
      ...(request.conversation && { rewind: rewindTo(events, target.seq, target.snapshot) }),
    };
  });
}

/** Where files had to be left, only the others count as taken back, so that the same undo again completes it. */
function takenBackBy({ restored, removed, conflicts }: UndoOutcome, { paths }: UndoRequest) {
  return conflicts.length === 0 ? paths : [...restored, ...removed].slice(0, mostNamed);
}

async function chooseSteps(
  scene: UndoScene,
  { count, paths }: UndoRequest & { readonly count: number },
): Promise<Chosen> {
  const { events, store, changes } = scene;
  const undos = foldUndos(events);
  // After a crash in the middle of an undo, a step may look as if nothing of it were left.
  const isCutShort = (await store.pendingRestore()) !== undefined;
  const steps: Step[] = [];
  const chosen = new Set<string>();
  for (const step of undos.steps.toReversed()) {
    if (steps.length === count) break;
    if (undos.takenBack.steps.has(step.seq)) continue;
    const changed = await changes.changedBy(step);
    if (!changed && steps.length > 0) break;
    if (!changed) throw forgotten(step.seq);
    const wanted = changed.filter((path) => (!paths || coversPath(paths, path)) && !isTakenBack(undos, step, path));
    if (wanted.length === 0) continue;
    const isDifferent = await differences(scene, step, { target: steps.at(-1), chosen });
    if (!isCutShort && !wanted.some(isDifferent)) continue;
    steps.push(step);
    for (const path of wanted) chosen.add(path);
  }
  return { steps, paths: [...chosen].sort() };
}

/** Whether a file as before a step is another than it will be once the steps chosen so far are taken back. */
async function differences(
  { store, current }: UndoScene,
  { snapshot }: Step,
  { target, chosen }: { readonly target: Step | undefined; readonly chosen: ReadonlySet<string> },
): Promise<(path: string) => boolean> {
  const names = async (other: string): Promise<Set<string>> =>
    new Set((await store.changedFiles(snapshot, other)).map(({ path }) => path));
  const [fromNow, fromTarget] = [await names(current.id), await names(target?.snapshot ?? current.id)];
  return (path) => (chosen.has(path) ? fromTarget : fromNow).has(path);
}

function nothingToUndo(paths: readonly string[] | undefined): RooError {
  const where = paths ? ` in ${paths.map((path) => path || ".").join(", ")}` : "";
  return new RooError({
    code: "nothing_to_undo",
    message: `There is no step left to take back that changed something${where}.`,
    next: "See them with: roo checkpoints   Another task: --task",
  });
}
