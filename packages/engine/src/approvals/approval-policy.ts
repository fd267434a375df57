import type { ApprovalKind, ApprovalRule, WorkspaceShell } from "@roo-code/types";

/** What was allowed in advance, and whether somebody is there to be asked about the rest. */
export interface ApprovalPolicy {
  readonly autoApprove: ReadonlySet<ApprovalKind>;
  readonly attended: boolean;
  /** What was decided for single commands, paths and tools; they come before the kinds. */
  readonly rules?: readonly ApprovalRule[];
}

/** What the gate knows of the place besides what is asked. All of it may be absent: then less is allowed. */
export interface ApprovalContext {
  /** The workspace's folder, absolute. */
  readonly root?: string;
  /** What runs commands; bash, which finds nothing in the workspace, when absent. */
  readonly shell?: WorkspaceShell | undefined;
  /** The tool that asks. What it sends is only judged as a command for a shell when it gives it to one. */
  readonly tool?: string;
}
