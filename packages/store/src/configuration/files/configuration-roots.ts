import { type ConfigurationEntry, ConfigurationRoot } from "./configuration-root.ts";

/** The folders that configuration is read from. */
export interface ConfigurationFolders {
  /** `~/.roo`, or `$ROO_HOME`. */
  readonly home: string;
  readonly workspace: string;
}

export interface ConfigurationRoots {
  readonly user: ConfigurationRoot;
  readonly project: ConfigurationRoot;
}

/** In the user's home folder, `~/.roo` is also the workspace's `.roo`: it counts once, as the user's. */
export function configurationRoots({ home, workspace }: ConfigurationFolders): ConfigurationRoots {
  return {
    user: new ConfigurationRoot({ origin: "user", path: home, label: "~/.roo/" }),
    project: new ConfigurationRoot({ origin: "project", path: workspace, except: home }),
  };
}

const maxFiles = 1_000;
const maxDepth = 20;

interface FilesBelowOptions {
  /** `all`: every folder below. `links`: the folder itself and folders that symlinks in it lead to. */
  readonly folders: "all" | "links";
  /** Names to include; all when absent. */
  readonly accepts?: (name: string) => boolean;
}

/** Every file below a folder, folder by folder; each folder once, however many symlinks lead to it. */
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
    if (depth > maxDepth) return root.report("invalid_value", current.path, "it is nested too deeply and is ignored.");
    seen.add(current.real);
    for (const entry of root.entries(current, options.accepts)) {
      if (entry.kind === "file") files.push(entry);
      else if (options.folders === "all" || entry.links > current.links) visit(entry, depth + 1);
    }
  }
}
