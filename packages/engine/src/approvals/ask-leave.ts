import { type ApprovalSubject, type OpenCall, ToolFailure, type Workspace } from "@roo-code/types";
import type { SettleDeps } from "../settle-deps.ts";
import { judge } from "./judge.ts";

/** The one gate before every effect. Returns when the call may act; throws what the model is told otherwise. */
export async function askLeave(
  deps: SettleDeps,
  open: OpenCall,
  asked: {
    name: string;
    subject: ApprovalSubject /** The call had leave for something else before. */;
    isAgain?: true;
  },
): Promise<void> {
  const { name, subject } = asked;
  const { policy, workspace } = deps.ports;
  const verdict = await judge(policy, subject, { root: workspace.root, tool: name });
  if (verdict.verdict === "allow") return;
  if (verdict.verdict === "deny") {
    const who = policy.attended || verdict.rule?.action === "deny" ? "" : "Nobody is here to approve this. ";
    throw denied(`${who}${verdict.why} Nothing was done. Find another way, or finish with what you can do.`);
  }
  const { callId } = open.call;
  const before = asked.isAgain ? open.approval : undefined;
  const shown = subject.kind === "command" ? await withNotice(subject, workspace) : subject;
  await deps.record.commit({ type: "approval.requested", callId, name, subject: shown });
  const answer = await deps.answers.until(() => (open.approval === before ? undefined : open.approval), deps.signal);
  if (answer.decision === "deny") throw denied(answer.feedback ?? "The user denied this. Nothing was done.");
}

/** What nothing holds is said every time. */
async function withNotice(subject: ApprovalSubject, workspace: Workspace): Promise<ApprovalSubject> {
  const notice = await workspace.unconfined?.();
  if (notice === undefined) return subject;
  return { ...subject, detail: subject.detail === undefined ? notice : `${subject.detail}\n${notice}` };
}

export function denied(message: string): ToolFailure {
  return new ToolFailure("denied", JSON.stringify({ status: "denied", message }));
}
