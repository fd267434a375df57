export { LocalWorkspace, type LocalWorkspaceOptions } from "./local-workspace.ts";
export { findRipgrep } from "./ripgrep.ts";
