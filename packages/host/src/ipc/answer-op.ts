import type { Op } from "@roo-code/types";
import type { OpenQuestion } from "../tasks/open-questions.ts";

/** A text as the answer to what is asked, read as at a terminal: yes, no, or what to do instead. */
export function answerOp({ type, callId }: OpenQuestion, text: string, opId: string): Op {
  if (type === "question.requested") return { type: "question.answer", opId, callId, answer: text };
  const decision = /^\s*y(es)?\s*$/i.test(text) ? "allow" : "deny";
  const feedback = decision === "allow" || /^\s*(no?)?\s*$/i.test(text) ? undefined : text;
  return { type: "approval.answer", opId, callId, decision, feedback: feedback || undefined };
}
