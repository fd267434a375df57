import type { ConfigurationEntry, ConfigurationRoot } from "./files/configuration-root.ts";
import type { ConfigurationRoots } from "./files/configuration-roots.ts";
import { filesBelow } from "./files/files-below.ts";

/** A file with rules, and the root it was found through. */
export interface RulePlace {
  readonly root: ConfigurationRoot;
  readonly file: ConfigurationEntry;
}

/** How names of files end that editors, tools and systems leave in folders; as in Roo Code. */
const leftovers: ReadonlySet<string> = new Set(
  ".ds_store .bak .cache .crdownload .db .dmp .dump .eslintcache .lock .log .old .part .partial .pyc .pyo .stackdump .swo .swp .temp .tmp".split(
    " ",
  ),
);

/** Rules of one mode: of the person, then of the project; single files only where there is no folder with any. */
export function modeRulePlaces(roots: ConfigurationRoots, slug: string): RulePlace[] {
  if (!/^[a-zA-Z0-9-]+$/.test(slug)) return [];
  const inFolders = folderPlaces(roots, `rules-${slug}`);
  return inFolders.length > 0 ? inFolders : firstPlace(roots.project, [`.roorules-${slug}`, `.clinerules-${slug}`]);
}

/** Rules of every mode. */
export function commonRulePlaces(roots: ConfigurationRoots): RulePlace[] {
  const inFolders = folderPlaces(roots, "rules");
  return inFolders.length > 0 ? inFolders : firstPlace(roots.project, [".roorules", ".clinerules"]);
}

/** What a repository says to every agent, and what a person adds to it without sharing it. */
export function agentRulePlaces({ project }: ConfigurationRoots): RulePlace[] {
  return [...firstPlace(project, ["AGENTS.md", "AGENT.md"]), ...firstPlace(project, ["AGENTS.local.md"])];
}

function folderPlaces({ user, project }: ConfigurationRoots, name: string): RulePlace[] {
  return [...placesAt(user, name), ...placesAt(project, `.roo/${name}`)];
}

function firstPlace(root: ConfigurationRoot, paths: readonly string[]): RulePlace[] {
  for (const path of paths) {
    const places = placesAt(root, path);
    if (places.length > 0) return places;
  }
  return [];
}

/** A file; or the files of a folder, which Cline allows in the place of a file. */
function placesAt(root: ConfigurationRoot, path: string): RulePlace[] {
  const entry = root.find(path);
  if (!entry) return [];
  const accepts = (name: string) => !leftovers.has(name.slice(name.lastIndexOf(".")).toLowerCase());
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
