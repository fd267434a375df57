import type { ApprovalSubject } from "@roo-code/types";
import type { PendingApproval } from "@roo-code/types/api";
import { Check, ShieldQuestion, X } from "lucide-react";
import { useState } from "react";
import { type ApprovalAnswer, answerApproval } from "../../data/task/task-ops.ts";
import { Button } from "../../ui/button.tsx";
import { Input } from "../../ui/field.tsx";
import { showError } from "../../ui/toast.ts";
import { Visible } from "../../ui/visible.tsx";
import { AlwaysMenu } from "./always-menu.tsx";
import { AnsweredElsewhere, WaitingAnswer } from "./answer-notes.tsx";
import { ApprovalSubjectView, questionOf } from "./approval-subject.tsx";

interface ApprovalCardProps {
  /** The task that asks: the one shown, or a subtask. */
  readonly taskId: string;
  readonly callId: string;
  readonly subject: ApprovalSubject;
  readonly why?: string | undefined;
  /** The rules that "Always" would add; absent until they are loaded. */
  readonly pending?: Pick<PendingApproval, "rules" | "keptIn"> | undefined;
  /** Shown in a list of questions instead of in the conversation. */
  readonly isOneOfMany?: boolean;
  /** The task runs in another process and must be answered there. */
  readonly isElsewhere?: boolean;
  readonly onAnswered?: () => void;
}

/** Asks for approval, with everything that would be done. */
export function ApprovalCard(props: ApprovalCardProps) {
  const { taskId, callId, subject, why, pending, isOneOfMany = false, isElsewhere = false, onAnswered } = props;
  const [isDenying, setIsDenying] = useState(false);
  const [isSent, setIsSent] = useState(false);
  const submit = async (answer: ApprovalAnswer) => {
    setIsSent(true);
    try {
      await answerApproval(taskId, callId, answer);
      onAnswered?.();
    } catch (error) {
      showError(error);
      setIsSent(false);
    }
  };
  return (
    <section aria-label="Approval" data-approval={callId} className="border-t border-warn bg-warn-soft/60">
      <div className="flex flex-col gap-2 px-3 py-2">
        <p className="flex items-start gap-2 text-sm font-medium">
          <ShieldQuestion aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
          <span className="wrap-anywhere">
            <Visible text={questionOf(subject)} />
          </span>
        </p>
        <ApprovalSubjectView subject={subject} why={why} isOneOfMany={isOneOfMany} />
        {isElsewhere ? (
          <AnsweredElsewhere />
        ) : isDenying ? (
          <Denial
            onCancel={() => setIsDenying(false)}
            onDeny={(feedback) => void submit({ decision: "deny", feedback: feedback || undefined })}
          />
        ) : (
          <div className="flex flex-wrap items-center gap-2">
            <Button
              size="sm"
              variant="primary"
              disabled={isSent}
              data-shortcut="approve"
              onClick={() => void submit({ decision: "allow" })}
            >
              <Check /> Allow once
            </Button>
            {pending && (
              <AlwaysMenu approval={pending} isDisabled={isSent} onAnswer={(answer) => void submit(answer)} />
            )}
            <Button
              size="sm"
              variant="danger"
              disabled={isSent}
              data-shortcut="deny"
              onClick={() => setIsDenying(true)}
            >
              <X /> Deny
            </Button>
          </div>
        )}
        {isSent && <WaitingAnswer />}
      </div>
    </section>
  );
}

interface DenialProps {
  readonly onDeny: (feedback: string) => void;
  readonly onCancel: () => void;
}

function Denial({ onDeny, onCancel }: DenialProps) {
  const [reason, setReason] = useState("");
  return (
    <form
      className="flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onDeny(reason.trim());
      }}
    >
      <Input
        autoFocus
        aria-label="Reason"
        placeholder="Reason, or what to do instead (sent to the model)"
        value={reason}
        className="min-w-48 flex-1"
        onChange={(event) => setReason(event.target.value)}
        onKeyDown={(event) => event.key === "Escape" && onCancel()}
      />
      <Button size="sm" type="submit" variant="danger">
        Deny
      </Button>
      <Button size="sm" onClick={onCancel}>
        Back
      </Button>
    </form>
  );
}
