import { statSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { reduceTaskView } from "@roo-code/types";
import { LogCursor } from "../log-cursor.ts";
import { readLog } from "../read-log.ts";
import type { TaskFolder } from "../task-folder.ts";
import { emptyProjection, ProjectionFold, type TaskProjection, type UsageRow } from "./fold-projection.ts";

/** A projection, and the log position after it. */
export interface ReadProjection {
  readonly state: TaskProjection;
  readonly position: number;
}

export interface AdvancedProjection extends ReadProjection {
  readonly rows: readonly UsageRow[];
  /** It was rebuilt: earlier rows are replaced. */
  readonly isRebuilt: boolean;
}

/** Reads the new events of a log. Throws `task_not_found`, `task_damaged`. */
export async function advanceProjection(
  folder: TaskFolder,
  known: ReadProjection | undefined,
): Promise<AdvancedProjection> {
  // A writer removes lines again when the disk is full.
  const isWhole = known !== undefined && sizeOf(folder.log) >= known.position;
  if (!isWhole) return { ...(await readOn(folder, nothingKnown)), isRebuilt: true };
  try {
    return { ...(await readOn(folder, known)), isRebuilt: false };
  } catch {
    // The log was rewritten after the known position.
    return { ...(await readOn(folder, nothingKnown)), isRebuilt: true };
  }
}

const nothingKnown: ReadProjection = { state: emptyProjection, position: 0 };

async function readOn(folder: TaskFolder, known: ReadProjection): Promise<Omit<AdvancedProjection, "isRebuilt">> {
  const cursor = new LogCursor(folder, known.state.lastSeq, known.position);
  const fold = new ProjectionFold(known.state);
  for (;;) {
    const { events, isAtEnd } = cursor.read();
    for (const event of events) fold.add(event);
    if (isAtEnd) break;
    await setImmediate();
  }
  if (fold.hasRewound) fold.correct(await afterRewind(folder, fold.state.lastSeq));
  return { state: fold.state, rows: fold.rows, position: cursor.position };
}

async function afterRewind(folder: TaskFolder, lastSeq: number): Promise<Pick<TaskProjection, "mode">> {
  const { events } = await readLog(folder);
  return reduceTaskView(events.slice(0, lastSeq));
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
