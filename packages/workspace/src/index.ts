export { LocalWorkspace, type LocalWorkspaceOptions } from "./local-workspace.ts";
export { findRipgrep } from "./ripgrep.ts";
export { openSnapshots, type SnapshotOptions } from "./snapshots/open-snapshots.ts";
