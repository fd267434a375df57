import { type ApprovalSubject, type EventOf, type OpenCall, ToolFailure } from "@roo-code/types";
import type { SettleDeps } from "../settle-deps.ts";
import { judge } from "./judge.ts";

interface ApprovalRequest {
  readonly name: string;
  readonly subject: ApprovalSubject;
  /** Takes a snapshot of the files; a warning if the call cannot be undone even so. */
  readonly saveFiles?: () => Promise<string | undefined>;
  /** The call has been approved for something else before. */
  readonly isRepeated?: true;
}

/** The only gate before every effect. Returns if the call may act; throws a `ToolFailure` if not. */
export async function requireApproval(deps: SettleDeps, open: OpenCall, request: ApprovalRequest): Promise<void> {
  const { name, subject, saveFiles } = request;
  const { policy, workspace } = deps.ports;
  const verdict = await judge(policy, subject, { root: workspace.root, shell: workspace.shell, tool: name });
  if (verdict.verdict === "allow") return;
  if (verdict.verdict === "deny") {
    const who = policy.attended || verdict.rule?.action === "deny" ? "" : "No one is available to approve this. ";
    throw denied(`Denied: ${who}${verdict.why} Nothing was done. Find another way, or finish with what you can do.`);
  }
  // A destructive call is asked about only once its files are saved, or with a warning that they could not be.
  const finality = verdict.missing.includes("destructive") ? await saveFiles?.() : undefined;
  const notices = [subject.kind === "command" ? await workspace.unconfined?.() : undefined, finality];
  const shown = withNotices(subject, notices);
  const { missing: needs, why, rule, isUnexpected } = verdict;
  const isPlain = !rule && !isUnexpected && needs.every((kind) => kind === subject.kind);
  const answered = request.isRepeated ? undefined : recordedAnswer(open, shown);
  const answer =
    answered ?? (await askFor(deps, open, { name, subject: shown, needs: [...needs], why: isPlain ? undefined : why }));
  if (answer.decision === "allow") return;
  const feedback = answer.feedback ? ` The user said: ${answer.feedback}` : "";
  throw denied(`The user denied this. Nothing was done.${feedback}`);
}

/** The answer to the same request, given before the process that asked was killed. What has changed since is asked again. */
function recordedAnswer({ answered = [] }: OpenCall, subject: ApprovalSubject): EventOf<"approval.end"> | undefined {
  const shown = JSON.stringify(subject);
  for (const { request, end } of answered)
    if (
      request.type === "approval.requested" &&
      end.type === "approval.end" &&
      JSON.stringify(request.subject) === shown
    )
      return end;
  return undefined;
}

async function askFor(
  deps: SettleDeps,
  open: OpenCall,
  request: Pick<EventOf<"approval.requested">, "name" | "subject" | "needs" | "why">,
): Promise<EventOf<"approval.end">> {
  const before = open.approval;
  await deps.record.commit({ type: "approval.requested", callId: open.call.callId, ...request });
  return deps.inbox.until(open, () => (open.approval === before ? undefined : open.approval), deps.signal);
}

function withNotices(subject: ApprovalSubject, notices: readonly (string | undefined)[]): ApprovalSubject {
  const lines = [subject.detail, ...notices].filter((text) => text !== undefined);
  return lines.length === 0 ? subject : { ...subject, detail: lines.join("\n") };
}

function denied(message: string): ToolFailure {
  return new ToolFailure("denied", message);
}
