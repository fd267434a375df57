import { renameSync, rmSync } from "node:fs";
import type { ConfinedPath } from "./confine.ts";
import { holdParent } from "./held-folder.ts";
import { readVersion } from "./read-window.ts";
import { StagedChange } from "./staged-change.ts";
import { tempNames, tempPaths } from "./temp-name.ts";

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
  if (canFinish) for (const step of waiting) commit(step);
  for (const { path, before } of steps) {
    const change = new StagedChange({ path, before, content: null });
    await change.clean().finally(() => change.close());
  }
  return canFinish;
}

async function isStaged({ path, after }: ConfinedStep): Promise<boolean> {
  if (after === null) return true;
  return (await readVersion({ ...path, absolute: tempPaths(path).fresh })) === after;
}

function commit({ path, after }: ConfinedStep): void {
  const { folder, name } = holdParent(path);
  using parent = folder;
  if (after === null) rmSync(parent.at(name));
  else renameSync(parent.at(tempNames(path.relative).fresh), parent.at(name));
}
