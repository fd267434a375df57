import {
  type CallServices,
  messageText,
  type OpenCall,
  type Sample,
  type SampleRequest,
  SerialQueue,
  ToolFailure,
} from "@roo-code/types";
import { requireApproval } from "./approvals/require-approval.ts";
import type { SettleDeps } from "./settle-deps.ts";

/** What a call may ask for while it runs. One thing at a time: a person answers a call, and not one of its questions. */
export function callServices(deps: SettleDeps, open: OpenCall): CallServices {
  const questions = new SerialQueue();
  return {
    callId: open.call.callId,
    approve: (subject) =>
      questions.run(async () => {
        try {
          await requireApproval(deps, open, { name: open.call.name, subject, isAgain: true });
          return true;
        } catch (error) {
          if (error instanceof ToolFailure) return false;
          throw error;
        }
      }),
    ask: (question, suggestions) =>
      questions.run(() => askPerson(deps, open, { question, suggestions, isAgain: true })),
    sample: (request) => sample(deps, open, request),
  };
}

/** Through the task's own client, so that its limits hold. Not tried again: whoever asked can. */
async function sample({ ports, record, signal }: SettleDeps, open: OpenCall, asked: SampleRequest): Promise<Sample> {
  const { client, clock } = ports;
  const { taskId, agent, turns, failures } = record.state;
  const { server, systemPrompt, messages } = asked;
  const startedAt = clock.monotonic();
  const metadata = { taskId, agent, priorAttempts: turns + failures, purpose: "sample" } as const;
  const stream = client.createMessage({ systemPrompt, messages, tools: [], metadata, signal });
  const { message, usage, stopReason } = await stream.getFinalMessage();
  record.append({
    type: "sample.end",
    callId: open.call.callId,
    server,
    durationMs: Math.round(clock.monotonic() - startedAt),
    usage,
  });
  return { model: client.model, text: messageText(message), wasCut: stopReason === "length" };
}

interface Question {
  readonly question: string;
  readonly suggestions: readonly string[];
  /** The call asked something before, and has its answer. */
  readonly isAgain?: true;
}

/** What the person says; undefined where nobody is there. Rejects only when the task is stopped. */
export async function askPerson(deps: SettleDeps, open: OpenCall, asked: Question): Promise<string | undefined> {
  if (!deps.ports.policy.attended) return undefined;
  const { question, suggestions, isAgain } = asked;
  const before = isAgain ? open.answer : undefined;
  const { callId } = open.call;
  await deps.record.commit({ type: "question.requested", callId, question, suggestions: [...suggestions] });
  const { answer } = await deps.inbox.until(
    open,
    () => (open.answer === before ? undefined : open.answer),
    deps.signal,
  );
  return answer;
}
