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

/** Services for a running call. One request at a time, because answers are matched by call. */
export function callServices(deps: SettleDeps, open: OpenCall): CallServices {
  const questions = new SerialQueue();
  return {
    callId: open.call.callId,
    approve: (subject) =>
      questions.run(async () => {
        try {
          await requireApproval(deps, open, { name: open.call.name, subject, isRepeated: true });
          return true;
        } catch (error) {
          if (error instanceof ToolFailure) return false;
          throw error;
        }
      }),
    ask: (question, suggestions) =>
      questions.run(() => askUser(deps, open, { question, suggestions, isRepeated: true })),
    sample: (request) => sample(deps, open, request),
  };
}

/** Uses the task's own client, so that its limits apply. Not retried: the server can ask again. */
async function sample({ ports, record, signal }: SettleDeps, open: OpenCall, request: SampleRequest): Promise<Sample> {
  const { client, clock } = ports;
  const { taskId, agent, turns, failures } = record.state;
  const { server, systemPrompt, messages } = request;
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
  /** The call has asked and been answered before. */
  readonly isRepeated?: true;
}

/** The user's answer; undefined if the run is unattended. Rejects only when the task is aborted. */
export async function askUser(deps: SettleDeps, open: OpenCall, request: Question): Promise<string | undefined> {
  if (!deps.ports.policy.attended) return undefined;
  const { question, suggestions, isRepeated } = request;
  const answered = isRepeated ? undefined : recordedAnswer(open, question);
  if (answered !== undefined) return answered;
  const before = open.answer;
  const { callId } = open.call;
  await deps.record.commit({ type: "question.requested", callId, question, suggestions: [...suggestions] });
  const { answer } = await deps.inbox.until(
    open,
    () => (open.answer === before ? undefined : open.answer),
    deps.signal,
  );
  return answer;
}

/** The answer to the same question, given before the process that asked was killed. */
function recordedAnswer({ answered = [] }: OpenCall, question: string): string | undefined {
  for (const { request, end } of answered)
    if (request.type === "question.requested" && end.type === "question.end" && request.question === question)
      return end.answer;
  return undefined;
}
