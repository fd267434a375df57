import { existsSync } from "node:fs";
import { join, sep } from "node:path";
import { isIgnoredBy, layersAbove } from "../files/git-ignore.ts";
import { ancestors } from "./restore-plan.ts";
import { folderRule, type ScanRules } from "./scan-folder.ts";
import { ruleForName } from "./skip-rules.ts";
import { nameOf, parentOf } from "./tree-state.ts";

/** Whether snapshots include a path, according to the rules for its name and its folders; no folder is scanned. */
export async function isIncluded(rules: ScanRules, path: string): Promise<boolean> {
  if (ruleForName(nameOf(path)) || rules.private.has(path)) return false;
  for (const folder of ancestors(path)) if (await isExcludedFolder(rules, folder)) return false;
  return true;
}

async function isExcludedFolder(rules: ScanRules, folder: string): Promise<boolean> {
  const isIgnored = async (name: string): Promise<boolean> => {
    const absolute = join(rules.root, parentOf(folder), name);
    const layers = await layersAbove(join(nearestFolder(rules.root, parentOf(folder)), "entry"), rules.root);
    return isIgnoredBy(layers, absolute);
  };
  return (await folderRule(rules, folder, (name) => isIgnored(name.endsWith(sep) ? name : name + sep))) !== undefined;
}

/** A file may be about to be created in folders that do not exist yet. */
function nearestFolder(root: string, folder: string): string {
  const path = join(root, folder);
  return folder === "" || existsSync(path) ? path : nearestFolder(root, parentOf(folder));
}
