import type { ApprovalKind, ApprovalRule } from "@roo-code/types";

/** What was allowed in advance, and whether somebody is there to be asked about the rest. */
export interface ApprovalPolicy {
  readonly autoApprove: ReadonlySet<ApprovalKind>;
  readonly attended: boolean;
  /** What was decided for single commands, paths and tools; they come before the kinds. */
  readonly rules?: readonly ApprovalRule[];
}
