import type { ApprovalKind, ApprovalSubject } from "@roo-code/types";
import { isDestructiveCommand } from "./destructive-command.ts";
import { isProtectedPath } from "./protected-paths.ts";

/** What was allowed in advance, and whether somebody is there to be asked about the rest. */
export interface ApprovalPolicy {
  readonly autoApprove: ReadonlySet<ApprovalKind>;
  readonly attended: boolean;
}

export type Verdict = { verdict: "allow" } | { verdict: "ask" | "deny"; missing: readonly ApprovalKind[] };

/** The one gate. Everything the subject needs must have been allowed; else a person is asked, or it is denied. */
export function judge(policy: ApprovalPolicy, subject: ApprovalSubject): Verdict {
  const missing = neededKinds(subject).filter((kind) => !policy.autoApprove.has(kind));
  if (missing.length === 0) return { verdict: "allow" };
  return { verdict: policy.attended ? "ask" : "deny", missing };
}

function neededKinds(subject: ApprovalSubject): ApprovalKind[] {
  const needed: ApprovalKind[] = [subject.kind];
  if (subject.paths?.some(isProtectedPath)) needed.push("protected");
  if (subject.command !== undefined && isDestructiveCommand(subject.command)) needed.push("destructive");
  return needed;
}
