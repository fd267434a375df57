import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createTwoFilesPatch } from "diff";
import type { Change } from "./collect-changes.ts";

/** A unified diff of what the agent did. Files of an exercise that it was not given are not looked at. */
export function describeChanges(
  changes: readonly Change[],
  { folder, given }: { folder: string; given: readonly string[] },
): string {
  return changes
    .map((change) => describe(change, given.includes(change.path) ? textOf(join(folder, change.path)) : ""))
    .join("");
}

function describe({ path, kind, content }: Change, before: string): string {
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

const most = 64 * 1024;

/** As much of it as is kept with a trial's row. */
export function boundDiff(diff: string): string {
  if (diff.length <= most) return diff;
  return `${diff.slice(0, most)}\n… ${diff.length - most} characters more are among the artifacts.\n`;
}
