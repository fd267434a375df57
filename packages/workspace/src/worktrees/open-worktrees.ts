import { realpathSync } from "node:fs";
import type { Clock, Worktrees } from "@roo-code/types";
import type { SnapshotCaps } from "../snapshots/scan-workspace.ts";

export interface WorktreeOptions {
  readonly workspace: string;
  /** `$ROO_HOME`. */
  readonly home: string;
  readonly clock: Clock;
  readonly caps?: Partial<SnapshotCaps>;
  /** How long to wait for other processes. */
  readonly waitMs?: number;
  /** Where to look for git; by default the PATH of this process. */
  readonly path?: string;
}

/**
 * Opens the copies of one workspace; nothing is read or written before the first call. Throws `RooError` `git_not_found`
 * without git.
 */
export async function openWorktrees(options: WorktreeOptions): Promise<Worktrees> {
  const [{ findGit }, { storeFolder }, { WorktreeStore }, { LocalWorktrees }] = await Promise.all([
    import("../snapshots/git-program.ts"),
    import("../snapshots/store-folder.ts"),
    import("./worktree-store.ts"),
    import("./local-worktrees.ts"),
  ]);
  const program = await findGit(options.path ?? process.env.PATH);
  const folder = storeFolder(options.home, realpathSync(options.workspace));
  return new LocalWorktrees(options, new WorktreeStore(options, folder, program));
}
