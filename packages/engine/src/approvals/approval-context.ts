import type { WorkspaceShell } from "@roo-code/types";

/** What the gate knows of the place besides what is asked. All of it may be absent: then less is allowed. */
export interface ApprovalContext {
  /** The workspace's folder, absolute. */
  readonly root?: string;
  /** What runs commands; bash, which finds nothing in the workspace, when absent. */
  readonly shell?: WorkspaceShell | undefined;
  /** The tool that asks. What it sends is only judged as a command for a shell when it gives it to one. */
  readonly tool?: string;
}
