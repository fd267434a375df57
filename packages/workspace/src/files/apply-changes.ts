import { renameSync, rmSync } from "node:fs";
import { ToolFailure } from "@roo-code/types";
import type { ConfinedPath } from "./confine.ts";
import { asFileFailure } from "./file-failure.ts";
import { contentVersion, refuseLargeContent } from "./file-version.ts";
import { holdParent } from "./held-folder.ts";
import { readVersion } from "./read-window.ts";
import { type ConfinedChange, StagedChange } from "./staged-change.ts";
import { tempNames, tempPaths } from "./temp-name.ts";

/**
 * Applies all changes or none. A change that is already on disk is skipped, so that repeating the call completes
 * a write that a crash interrupted.
 */
export async function applyChanges(changes: readonly ConfinedChange[]): Promise<void> {
  refuseSameFileTwice(changes);
  const staged = changes.map((change) => new StagedChange(change));
  try {
    const pending: StagedChange[] = [];
    for (const change of staged) {
      if (await isPending(change)) pending.push(change);
      change.clean();
    }
    await stageAndCommit(pending);
  } finally {
    for (const change of staged) change.close();
  }
}

async function isPending({ path, before, content }: StagedChange): Promise<boolean> {
  if (content !== null) refuseLargeContent(content);
  const current = await readVersion(path);
  if (current === (content === null ? null : contentVersion(content))) return false;
  if (current === before) return true;
  throw new ToolFailure("file_changed", `"${path.given}" has changed since it was read for this edit. Read it again.`);
}

async function stageAndCommit(changes: readonly StagedChange[]): Promise<void> {
  let current: StagedChange | undefined;
  try {
    for (current of changes) await current.stage();
    // A single rename cannot fail half-way, so only several files need their old content kept.
    if (changes.length > 1) for (current of changes) current.keepOld();
    for (current of changes) current.commit();
  } catch (error) {
    for (const change of changes.toReversed()) ignoreErrors(() => change.rollBack());
    for (const change of changes) ignoreErrors(() => change.clean());
    for (const change of changes) change.removeNewFolders();
    throw asFileFailure(error, current?.path.given ?? "");
  }
  for (const change of changes) ignoreErrors(() => change.clean());
  for (const change of changes) await change.sync().catch(() => undefined);
}

function refuseSameFileTwice(changes: readonly ConfinedChange[]): void {
  const paths = new Set(changes.map(({ path }) => path.relative));
  if (paths.size < changes.length) throw new Error("Two changes of one file in one call");
}

/** Reports the first error; cleans up as far as possible. */
function ignoreErrors(work: () => void): void {
  try {
    work();
  } catch {
    // See above.
  }
}

interface ConfinedStep {
  readonly path: ConfinedPath;
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * Completes an `applyChanges` that a crash interrupted after its first file: by then the new content of all files was
 * on disk. Returns whether they are all as intended now. Removes our temporary files.
 */
export async function finishChanges(steps: readonly ConfinedStep[]): Promise<boolean> {
  const found = await Promise.all(steps.map(async (step) => ({ ...step, now: await readVersion(step.path) })));
  const waiting = found.filter(({ now, after }) => now !== after);
  const isOurs = waiting.length < steps.length && waiting.every(({ now, before }) => now === before);
  const canFinish = isOurs && (await Promise.all(waiting.map(isStaged))).every(Boolean);
  if (canFinish) for (const step of waiting) commit(step);
  for (const { path, before } of steps) {
    const change = new StagedChange({ path, before, content: null });
    try {
      change.clean();
    } finally {
      change.close();
    }
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
