import type { ApprovalRule, ImagePart } from "@roo-code/types";
import { post } from "../outbox/outbox.ts";
import { newOpId, retryUntilReached, submitOp } from "../submit-op.ts";

export interface OutgoingMessage {
  readonly text: string;
  readonly images: readonly ImagePart[];
}

interface SendOptions {
  readonly mode?: string;
  /** The event of an earlier message that this one replaces. */
  readonly insteadOf?: number;
}

/** Delivered exactly once; without a connection, it is sent when there is one. */
export async function sendMessage(taskId: string, message: OutgoingMessage, options: SendOptions = {}): Promise<void> {
  await post({ kind: "message", opId: newOpId(), at: Date.now(), taskId, ...message, ...options });
}

export interface ApprovalAnswer {
  readonly decision: "allow" | "deny";
  readonly feedback?: string;
  readonly rules?: readonly ApprovalRule[];
  readonly keepIn?: "user" | "project";
}

export async function answerApproval(taskId: string, callId: string, answer: ApprovalAnswer): Promise<void> {
  const { rules, ...rest } = answer;
  const op = {
    type: "approval.answer",
    opId: newOpId(),
    callId,
    ...rest,
    rules: rules && [...rules],
  } as const;
  await retryUntilReached(() => submitOp(taskId, op));
}

export async function answerQuestion(taskId: string, callId: string, answer: string): Promise<void> {
  await post({ kind: "answer", opId: newOpId(), at: Date.now(), taskId, callId, text: answer, images: [] });
}

export async function stopTask(taskId: string): Promise<void> {
  await submitOp(taskId, { type: "run.abort", opId: newOpId() });
}
