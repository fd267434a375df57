import { taskChanges } from "./task-changes.ts";
import { isKept } from "./task-files.ts";
import { foldUndos, isTakenBack } from "./undo-state.ts";
import { filesOf } from "./undo-steps.ts";
import type { UndoScene } from "./undo-task.ts";

/**
 * Files that going back to an event gives the task's changes again: they had been taken back since, and of what the
 * task changed in them later nothing is left.
 */
export async function returnedFiles(
  { events, store, snapshots }: UndoScene,
  { seq, changed }: { readonly seq: number; readonly changed: readonly string[] },
): Promise<readonly string[]> {
  if (!taskChanges(events).some((change) => change.undo && change.seq >= seq)) return [];
  const now = foldUndos(events);
  const then = foldUndos(events.filter((event) => event.seq < seq));
  const wanted = new Set(changed);
  const [returned, others] = [new Set<string>(), new Set<string>()];
  for (const step of now.steps) {
    const files = step.files ?? (isKept(step, snapshots) ? await filesOf(store, step) : []);
    for (const path of files.filter((file) => wanted.has(file))) {
      const isUndone = isTakenBack(now, step, path);
      if (step.seq >= seq && !isUndone) others.add(path);
      if (step.seq < seq && isUndone && !isTakenBack(then, step, path)) returned.add(path);
    }
  }
  return [...returned].filter((path) => !others.has(path));
}
