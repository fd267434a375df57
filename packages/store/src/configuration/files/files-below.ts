import type { ConfigurationEntry, ConfigurationRoot } from "./configuration-root.ts";

const maxFiles = 1_000;
const maxDepth = 20;

export interface FilesBelowOptions {
  /** `all`: of every folder below. `links`: of the folder itself and of folders that links in it lead to. */
  readonly folders: "all" | "links";
  /** Names that are looked at; all when absent. */
  readonly accepts?: (name: string) => boolean;
}

/** Every file below a folder, folder by folder; each folder once, however many links lead to it. */
export function filesBelow(
  root: ConfigurationRoot,
  folder: ConfigurationEntry,
  options: FilesBelowOptions,
): ConfigurationEntry[] {
  const files: ConfigurationEntry[] = [];
  const seen = new Set<string>();
  visit(folder, 0);
  if (files.length > maxFiles) {
    root.report("invalid_value", folder.path, `only the first ${maxFiles} files below it are used.`);
  }
  return files.slice(0, maxFiles);

  function visit(current: ConfigurationEntry, depth: number): void {
    if (seen.has(current.real) || files.length > maxFiles) return;
    if (depth > maxDepth) return root.report("invalid_value", current.path, "it is nested too deeply and not used.");
    seen.add(current.real);
    for (const entry of root.entries(current, options.accepts)) {
      if (entry.kind === "file") files.push(entry);
      else if (options.folders === "all" || entry.links > current.links) visit(entry, depth + 1);
    }
  }
}
