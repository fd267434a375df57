import type { ConfigurationEntry, ConfigurationRoot } from "./files/configuration-root.ts";
import { type ConfigurationRoots, filesBelow } from "./files/configuration-roots.ts";

/** A file with rules, and its root. */
export interface FoundRule {
  readonly root: ConfigurationRoot;
  readonly file: ConfigurationEntry;
}

/** Extensions of temporary files left by editors, tools and systems; as in Roo Code. */
const temporaryExtensions: ReadonlySet<string> = new Set(
  ".ds_store .bak .cache .crdownload .db .dmp .dump .eslintcache .lock .log .old .part .partial .pyc .pyo .stackdump .swo .swp .temp .tmp".split(
    " ",
  ),
);

/** Rules of one mode: the user's, then the project's; single files only if there is no folder with rules. */
export function findModeRules(roots: ConfigurationRoots, slug: string): FoundRule[] {
  if (!/^[a-zA-Z0-9-]+$/.test(slug)) return [];
  const inFolders = inRuleFolders(roots, `rules-${slug}`);
  return inFolders.length > 0 ? inFolders : firstFound(roots.project, [`.roorules-${slug}`, `.clinerules-${slug}`]);
}

/** Rules of every mode. */
export function findCommonRules(roots: ConfigurationRoots): FoundRule[] {
  const inFolders = inRuleFolders(roots, "rules");
  return inFolders.length > 0 ? inFolders : firstFound(roots.project, [".roorules", ".clinerules"]);
}

/** A repository's rules for every agent, and the user's local additions. */
export function findAgentRules({ project }: ConfigurationRoots): FoundRule[] {
  return [...firstFound(project, ["AGENTS.md", "AGENT.md"]), ...firstFound(project, ["AGENTS.local.md"])];
}

function inRuleFolders({ user, project }: ConfigurationRoots, name: string): FoundRule[] {
  return [...rulesAt(user, name), ...rulesAt(project, `.roo/${name}`)];
}

function firstFound(root: ConfigurationRoot, paths: readonly string[]): FoundRule[] {
  for (const path of paths) {
    const found = rulesAt(root, path);
    if (found.length > 0) return found;
  }
  return [];
}

/** A file, or the files of a folder, which Cline allows instead of a file. */
function rulesAt(root: ConfigurationRoot, path: string): FoundRule[] {
  const entry = root.find(path);
  if (!entry) return [];
  const accepts = (name: string) => !temporaryExtensions.has(name.slice(name.lastIndexOf(".")).toLowerCase());
  const files = entry.kind === "file" ? [entry] : filesBelow(root, entry, { folders: "all", accepts });
  return files.sort(byName).map((file) => ({ root, file }));
}

function byName(left: ConfigurationEntry, right: ConfigurationEntry): number {
  return compare(left.name.toLowerCase(), right.name.toLowerCase()) || compare(left.path, right.path);
}

function compare(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
