import type { UndoDone, UndoneSteps } from "@roo-code/host/undo";
import type { TaskEvent } from "@roo-code/types";
import { oneLine, printablePath } from "../terminal-text.ts";

const maxFiles = 40;

/** What an undo has done, or would do. */
export function formatUndo(
  done: UndoDone | UndoneSteps,
  shown: { taskId: string; isDryRun: boolean; requested: number; isNamed: boolean },
): string {
  const { restored, removed, conflicts, merged, replaced, kept, rewind, label, lost = [], returned = [] } = done;
  const isNothing = restored.length + removed.length + conflicts.length + kept.length === 0;
  const isMerged = new Set(merged);
  const isReturned = new Set(returned);
  const broughtBack = restored.filter((path) => isReturned.has(path));
  const whole = restored.filter((path) => !isMerged.has(path) && !isReturned.has(path));
  const redo = `roo undo --redo${shown.isNamed ? ` --task ${shown.taskId}` : ""}`;
  // A redo cannot be undone by --redo, only by restoring its checkpoint.
  const redoCommand = label.kind === "redo" ? "roo undo --to N, with N from roo checkpoints," : redo;
  return [
    ...headText(done, shown),
    ...files(shown.isDryRun ? "would restore" : "restored", whole),
    ...files(
      shown.isDryRun ? "would merge" : "merged",
      merged.filter((path) => !isReturned.has(path)).map((path) => `${path}: later changes kept`),
    ),
    ...files(
      shown.isDryRun ? "would bring back" : "brought back",
      broughtBack.map((path) => `${path}: the task's version`),
    ),
    ...files(shown.isDryRun ? "would remove" : "removed", removed),
    ...files(
      "left",
      conflicts.map(({ path, reason }) => `${path}: ${reason}`),
    ),
    ...files(
      "gone",
      lost.map(({ path, rule }) => `${path}: not in any snapshot (${rule})`),
    ),
    ...(done.incomplete ?? [])
      .slice(0, maxFiles)
      .map((call) => `not complete: ${oneLine(call, 100)} ran before all files were saved and may have changed more`),
    ...(isNothing ? ["No files needed to change."] : []),
    ...(rewind && !shown.isDryRun ? [`The conversation continues from ${rewind.toSeq}.`] : []),
    ...(isOnlyKept(done) ? [] : files("kept your", kept)),
    ...choiceText(conflicts, redoCommand),
    ...replacedText(replaced, { isDryRun: shown.isDryRun, redoCommand }),
    ...(shown.isDryRun || restored.length + removed.length === 0 || label.kind === "redo"
      ? []
      : [`Run ${redo} to redo.`]),
  ].join("\n");
}

function replacedText(
  replaced: readonly string[],
  { isDryRun, redoCommand }: { isDryRun: boolean; redoCommand: string },
): string[] {
  const [first] = replaced;
  if (first === undefined) return [];
  const [what, it] = replaced.length === 1 ? [printablePath(first), "it"] : [`${replaced.length} files`, "them"];
  const restored = isDryRun ? "would be restored" : replaced.length === 1 ? "was restored" : "were restored";
  return [`${what} ${restored} completely, without the other changes in ${it}: ${redoCommand} brings those back, too.`];
}

/** What to do about files with conflicts. */
function choiceText(conflicts: UndoDone["conflicts"], redoCommand: string): string[] {
  const [first] = conflicts.filter(({ canTake }) => canTake);
  if (first)
    return [
      `The same with --take before ${printablePath(first.path)} restores the whole file and drops the other changes in it (${redoCommand} brings them back). With --take mine your version is kept and the change counts as undone.`,
    ];
  return conflicts.length > 0 ? ["Run the command again once these files can be changed."] : [];
}

function headText(
  done: UndoDone | UndoneSteps,
  { taskId, isDryRun, requested }: Parameters<typeof formatUndo>[1],
): string[] {
  if (isOnlyKept(done)) return [keptText(done, isDryRun), ...stepLines(done)];
  if (isOnlyLeft(done)) {
    const what = done.label.kind === "redo" ? "redone" : "undone";
    return [`Nothing ${isDryRun ? "would be" : "was"} ${what}. Task ${taskId}`, ...stepLines(done)];
  }
  if (!("steps" in done)) {
    const what = done.label.kind === "redo" ? "Redone" : `Files restored to ${done.label.toSeq}`;
    return [`${what}, task ${taskId}`];
  }
  const { steps } = done;
  const fewer = steps.length < requested ? `; no more steps to undo` : "";
  const verb = isDryRun ? "Would undo" : "Undid";
  const head = `${verb} ${steps.length} ${steps.length === 1 ? "step" : "steps"} of task ${taskId}${fewer}`;
  return [head, ...stepLines(done)];
}

function stepLines(done: UndoDone | UndoneSteps): string[] {
  if (!("steps" in done)) return [];
  return done.steps.slice(0, maxFiles).map(({ seq, label }) => `  ${seq}  ${oneLine(label, 100)}`);
}

function isOnlyKept({ restored, removed, conflicts, kept }: UndoDone): boolean {
  return kept.length > 0 && restored.length + removed.length + conflicts.length === 0;
}

function isOnlyLeft({ restored, removed, conflicts, kept }: UndoDone): boolean {
  return conflicts.length > 0 && restored.length + removed.length + kept.length === 0;
}

function keptText(done: UndoDone | UndoneSteps, isDryRun: boolean): string {
  const more = done.kept.length - maxFiles;
  const shown = done.kept.slice(0, maxFiles).map((path) => printablePath(path));
  const names = [...shown, ...(more > 0 ? [`${more} more`] : [])].join(", ");
  const what = done.label.kind === "redo" ? "undo" : "steps" in done && done.steps.length === 1 ? "step" : "steps";
  const counts = `the ${what} ${isDryRun ? "would count" : what === "steps" ? "count" : "counts"} as ${what === "undo" ? "redone" : "undone"}`;
  return `${isDryRun ? "Would keep" : "Kept"} your ${names}; ${counts}.`;
}

function files(verb: string, paths: readonly string[]): string[] {
  const more = paths.length - maxFiles;
  const lines = paths.slice(0, maxFiles).map((path) => `${verb} ${printablePath(path)}`);
  return more > 0 ? [...lines, `${verb} ${more} more`] : lines;
}

/** Why a task has no checkpoints. */
export function explainNoSnapshots(events: readonly TaskEvent[]): string {
  const hasActed = events.some((event) => event.type === "tool.start");
  return hasActed
    ? "No checkpoints: snapshots were off, or git is missing, or the folder is too large."
    : "No checkpoints: the task did not try to change files.";
}
