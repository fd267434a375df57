import type { ApprovalKind, ApprovalRule, WorkspaceShell } from "@roo-code/types";

/** What is allowed in advance, and whether someone can be asked about the rest. */
export interface ApprovalPolicy {
  readonly autoApprove: ReadonlySet<ApprovalKind>;
  readonly attended: boolean;
  /** Rules for single commands, paths and tools; they take precedence over the kinds. */
  readonly rules?: readonly ApprovalRule[];
}

/** The environment of a subject. With anything missing, less is allowed. */
export interface ApprovalContext {
  /** Absolute path of the workspace. */
  readonly root?: string;
  /** The shell that runs commands; default: bash, without programs of the workspace on its PATH. */
  readonly shell?: WorkspaceShell | undefined;
  /** The requesting tool. Its input is parsed as a shell command only if the tool passes it to a shell. */
  readonly tool?: string;
}
