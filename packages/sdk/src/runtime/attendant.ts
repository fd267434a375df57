import { newOpId } from "@roo-code/host/tasks";
import {
  type Asked,
  closesAsked,
  isAsked,
  type LiveDelta,
  type Op,
  RooError,
  type TaskEvent,
  type TaskId,
} from "@roo-code/types";
import type { SessionOptions } from "../agent-options.ts";

interface AttendantParts extends Pick<SessionOptions, "approve" | "answer"> {
  readonly submit: (op: Op, taskId: TaskId) => Promise<void>;
  /** A callback threw: nobody will answer. */
  readonly onFailure: (error: RooError, taskId: TaskId) => void;
}

interface OpenQuestion {
  readonly taskId: TaskId;
  readonly callId: string;
  readonly closed: AbortController;
}

/** Answers approvals and questions of tasks by calling the program's functions. */
export class Attendant {
  readonly #parts: AttendantParts;
  #open: readonly OpenQuestion[] = [];

  constructor(parts: AttendantParts) {
    this.#parts = parts;
  }

  readonly observe = (item: TaskEvent | LiveDelta, { taskId }: { readonly taskId: TaskId }): void => {
    if ("live" in item) return;
    const isClosed = (open: OpenQuestion) => open.taskId === taskId && closesAsked(item, open.callId);
    for (const open of this.#open.filter(isClosed)) open.closed.abort();
    this.#open = this.#open.filter((open) => !isClosed(open));
    if (!isAsked(item)) return;
    const open = { taskId, callId: item.callId, closed: new AbortController() };
    this.#open = [...this.#open, open];
    void this.#reply(item, open);
  };

  async #reply(asked: Asked, { taskId, closed }: OpenQuestion): Promise<void> {
    try {
      const op = await this.#opFor(asked, { taskId, signal: closed.signal });
      // It may have been closed meanwhile, by an abort or the end of the run.
      if (!closed.signal.aborted) await this.#parts.submit(op, taskId);
    } catch (cause) {
      if (closed.signal.aborted) return;
      const name = asked.type === "approval.requested" ? "approve" : "answer";
      const reason = cause instanceof Error ? cause.message : String(cause);
      const error = new RooError({ code: `${name}_failed`, message: `The function ${name} threw: ${reason}`, cause });
      this.#parts.onFailure(error, taskId);
    }
  }

  async #opFor(asked: Asked, context: { readonly taskId: TaskId; readonly signal: AbortSignal }): Promise<Op> {
    const { callId } = asked;
    const { approve, answer } = this.#parts;
    if (asked.type === "question.requested") {
      const { question, suggestions } = asked;
      const text: unknown = answer ? await answer({ ...context, question, suggestions }) : noAnswer;
      return { type: "question.answer", opId: newOpId(), callId, answer: String(text) };
    }
    const { subject, name: tool, why } = asked;
    const { allow, feedback } = approve
      ? decisionOf(await approve({ ...subject, ...context, callId, tool, why }))
      : { allow: false, feedback: noApproval };
    return { type: "approval.answer", opId: newOpId(), callId, decision: allow ? "allow" : "deny", feedback };
  }
}

const noAnswer = "No answer: no one is available. Decide yourself.";
const noApproval = "No one is available to approve this.";

/** Anything but an explicit approval is a denial. */
function decisionOf(reply: unknown): { allow: boolean; feedback?: string } {
  if (typeof reply !== "object" || reply === null || !("allow" in reply)) return { allow: reply === true };
  const feedback = "feedback" in reply && typeof reply.feedback === "string" ? reply.feedback : undefined;
  return { allow: reply.allow === true, ...(feedback !== undefined && { feedback }) };
}
