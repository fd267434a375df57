import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Graded } from "./grade-changes.ts";
import type { Tree } from "./hash-tree.ts";

/** What somebody who doubts a verdict wants to see. */
export function keepArtifacts(
  folder: string,
  { diff, tree, graded }: { readonly diff: string; readonly tree: Tree; readonly graded: Graded | null },
): void {
  writeFileSync(join(folder, "changes.diff"), diff);
  writeFileSync(join(folder, "tree.json"), `${JSON.stringify(Object.fromEntries(tree.files), null, 2)}\n`);
  if (!graded) return;
  const { output, ...rest } = graded;
  writeFileSync(join(folder, "grading.txt"), output);
  writeFileSync(join(folder, "grading.json"), `${JSON.stringify(rest, null, 2)}\n`);
}
