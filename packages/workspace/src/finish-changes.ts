import { rename, rm } from "node:fs/promises";
import type { ConfinedPath } from "./confine.ts";
import { readVersion } from "./read-window.ts";
import { StagedChange } from "./staged-change.ts";
import { tempPaths } from "./temp-name.ts";

export interface ConfinedStep {
  readonly path: ConfinedPath;
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * The rest of an `applyChanges` that a crash cut short after its first file: by then the new content of all of them was
 * on disk. Whether they are all as intended now. Nothing of ours is left beside them.
 */
export async function finishChanges(steps: readonly ConfinedStep[]): Promise<boolean> {
  const found = await Promise.all(steps.map(async (step) => ({ ...step, now: await readVersion(step.path) })));
  const waiting = found.filter(({ now, after }) => now !== after);
  const isOurs = waiting.length < steps.length && waiting.every(({ now, before }) => now === before);
  const canFinish = isOurs && (await Promise.all(waiting.map(isStaged))).every(Boolean);
  if (canFinish) for (const step of waiting) await commit(step);
  for (const { path, before } of steps) await new StagedChange({ path, before, content: null }).clean();
  return canFinish;
}

async function isStaged({ path, after }: ConfinedStep): Promise<boolean> {
  if (after === null) return true;
  return (await readVersion({ ...path, absolute: tempPaths(path).fresh })) === after;
}

async function commit({ path, after }: ConfinedStep): Promise<void> {
  if (after === null) await rm(path.absolute);
  else await rename(tempPaths(path).fresh, path.absolute);
}
