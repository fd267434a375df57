export { childEnvironment } from "./commands/child-environment.ts";
export { findShell } from "./commands/command-shell.ts";
export { HeadTail } from "./commands/head-tail.ts";
export { endProcessTree, killProcessTree, type ProcessMarks } from "./commands/process-tree.ts";
export { LocalWorkspace, type WorkspaceSandbox } from "./local-workspace.ts";

export { findRipgrep } from "./search/ripgrep.ts";
export { localShell } from "./shell/local-shell.ts";
export { openSnapshots } from "./snapshots/open-snapshots.ts";
export { discardCopies } from "./worktrees/discard-copies.ts";
export { openWorktrees } from "./worktrees/open-worktrees.ts";
