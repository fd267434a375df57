import { folderRule, type ScanRules, scanFolder } from "../scan-folder.ts";
import type { Scan } from "../scan-workspace.ts";
import { below } from "../tree-state.ts";
import type { Changes } from "../workspace-watch.ts";

/** More are not looked at one by one. */
const maxPaths = 5_000;

/**
 * The files that a watcher's report can be about: the names it reports, and the files in folders of that name, then and now.
 * What snapshots exclude is left out. undefined if there are too many.
 */
export async function changedPaths(scan: Scan, reported: Changes): Promise<ReadonlySet<string> | undefined> {
  const paths = new Set<string>();
  for (const [folder, names] of reported) {
    const known = scan.state.folders.get(folder);
    if (!known) continue;
    for (const name of names) {
      if (name in known.skipped || `${name}/` in known.skipped) continue;
      const path = below(folder, name);
      paths.add(path);
      if (known.folders.includes(name)) addCandidates(scan, path, paths);
      if (!(await addCurrent(scan.rules, path, paths)) || paths.size > maxPaths) return undefined;
    }
  }
  return paths;
}

function addCandidates({ candidates }: Scan, folder: string, paths: Set<string>): void {
  for (const path of candidates) if (path.startsWith(`${folder}/`)) paths.add(path);
}

/** False if there are too many. */
async function addCurrent(rules: ScanRules, folder: string, paths: Set<string>): Promise<boolean> {
  // Snapshots exclude it, whatever ignore files say: only the rules for names are needed here.
  if (await folderRule(rules, folder, async () => false)) return true;
  const scanned = await scanFolder(rules, folder, new Set());
  if (!scanned) return true;
  for (const name of scanned.files.keys()) paths.add(below(folder, name));
  if (paths.size > maxPaths) return false;
  for (const name of scanned.state.folders) if (!(await addCurrent(rules, below(folder, name), paths))) return false;
  return true;
}
