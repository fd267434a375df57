import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createTwoFilesPatch } from "diff";
import type { Change, Tree } from "./collect-changes.ts";
import type { GradingResult } from "./grade-changes.ts";

/** Writes everything needed to check a verdict. */
export function writeArtifacts(
  folder: string,
  { diff, tree, graded }: { readonly diff: string; readonly tree: Tree; readonly graded: GradingResult | null },
): void {
  writeFileSync(join(folder, "changes.diff"), diff);
  writeFileSync(join(folder, "tree.json"), `${JSON.stringify(Object.fromEntries(tree.files), null, 2)}\n`);
  if (!graded) return;
  const { output, ...rest } = graded;
  writeFileSync(join(folder, "grading.txt"), output);
  writeFileSync(join(folder, "grading.json"), `${JSON.stringify(rest, null, 2)}\n`);
}

/** A unified diff of the agent's changes. Never reads files of the exercise that the agent was not given. */
export function formatDiff(
  changes: readonly Change[],
  { folder, given }: { folder: string; given: readonly string[] },
): string {
  return changes
    .map((change) => formatChange(change, given.includes(change.path) ? textOf(join(folder, change.path)) : ""))
    .join("");
}

function formatChange({ path, kind, content }: Change, before: string): string {
  if (content.includes(0)) return `Binary file ${path} ${kind}, ${content.length} bytes\n`;
  const [from, to] = [kind === "added" ? "/dev/null" : `a/${path}`, kind === "deleted" ? "/dev/null" : `b/${path}`];
  return (
    createTwoFilesPatch(from, to, before, content.toString("utf8"), "", "", { context: 3, timeout: 2000 }) ??
    `${path} ${kind}, too different to compare\n`
  );
}

function textOf(file: string): string {
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

const maxDiffLength = 64 * 1024;

/** The part that is stored in the trial's row. */
export function truncateDiff(diff: string): string {
  if (diff.length <= maxDiffLength) return diff;
  return `${diff.slice(0, maxDiffLength)}\n… ${diff.length - maxDiffLength} more characters in the artifacts.\n`;
}
